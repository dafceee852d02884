import CheckCircleOutlined from "@ant-design/icons/CheckCircleOutlined";
import CloseCircleOutlined from "@ant-design/icons/CloseCircleOutlined";
import CopyOutlined from "@ant-design/icons/CopyOutlined";
import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import DownloadOutlined from "@ant-design/icons/DownloadOutlined";
import EditOutlined from "@ant-design/icons/EditOutlined";
import EyeOutlined from "@ant-design/icons/EyeOutlined";
import LockOutlined from "@ant-design/icons/LockOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import PrinterOutlined from "@ant-design/icons/PrinterOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import SendOutlined from "@ant-design/icons/SendOutlined";
import StopOutlined from "@ant-design/icons/StopOutlined";
import SyncOutlined from "@ant-design/icons/SyncOutlined";
import UndoOutlined from "@ant-design/icons/UndoOutlined";
import UnlockOutlined from "@ant-design/icons/UnlockOutlined";
import UploadOutlined from "@ant-design/icons/UploadOutlined";
import type { ComponentType, ReactNode } from "react";

/** Icons that buttons of documents may name. Others are left out: a button reads without its picture. */
const icons: Readonly<Record<string, ComponentType<{ "aria-hidden": "true" }>>> = {
  CheckCircleOutlined,
  CloseCircleOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  LockOutlined,
  PlusOutlined,
  PrinterOutlined,
  ReloadOutlined,
  SendOutlined,
  StopOutlined,
  SyncOutlined,
  UndoOutlined,
  UnlockOutlined,
  UploadOutlined,
};

/** The names, in the order of the alphabet. */
export const iconNames: readonly string[] = Object.keys(icons);

export function iconOf(name: string | undefined): ReactNode {
  const Icon = name ? icons[name] : undefined;
  return Icon ? <Icon aria-hidden="true" /> : undefined;
}
