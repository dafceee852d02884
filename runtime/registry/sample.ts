/** What a renderer is shown with in the gallery, beside its title. Values are those of the wire. */
export interface SampleValues {
  /** Absent = a usual value of the field's type. */
  readonly value?: unknown;
  /** Words of the value that the server sends with a reference. */
  readonly text?: string;
  /** A value at the end of what fits. */
  readonly long?: unknown;
  /** A code without an entry, a deleted user: shown as itself. Absent where every value has words of its own. */
  readonly unknown?: string;
  /** The field has the dictionary of all samples. */
  readonly dict?: true;
  readonly multiple?: true;
}

export const longText =
  "清溪路旗舰店与望江东路体验中心合并后的新店，承接原有会员的储值余额、次卡与未完成的订单，".repeat(3);
export const longWord = "SH20261121000000000001ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A picture that no server has to give. */
export const samplePicture = {
  path: "gallery/门头.png",
  url: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='64'%3E%3Cpath fill='%237aa5d8' d='M0 0h64v64H0z'/%3E%3Cpath fill='%23fff' d='m8 52 16-22 12 14 8-9 12 17z'/%3E%3C/svg%3E",
} as const;

/** One entry of the samples' dictionary, or several; a record of another list, or several. */
export const sampleChoice: SampleValues = { dict: true, value: "1", long: "3", unknown: "ZX-404" };
export const sampleChoices: SampleValues = {
  dict: true,
  multiple: true,
  value: "0,1",
  long: "0,1,2,3",
  unknown: "ZX-404",
};
export const sampleReference: SampleValues = { value: "a01", text: "清溪公司", long: longWord, unknown: "u-404" };
export const sampleReferences: SampleValues = {
  multiple: true,
  value: "a01,a02",
  text: "清溪公司,望江公司",
  long: longWord,
  unknown: "u-404",
};
