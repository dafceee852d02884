import { Button, Avatar as Picture } from "antd";
import { useRef, useState } from "react";
import { words } from "../../runtime/format/words.ts";
import { accountMessages as texts } from "../messages/account.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { Profile, ProfileCalls } from "./profile.ts";

interface AvatarProps {
  readonly profile: Profile;
  readonly calls: ProfileCalls;
  onChanged(profile: Profile): void;
}

/** The picture, or the first letter of the name, and the button that changes it. */
export function Avatar({ profile, calls, onChanged }: AvatarProps) {
  const { services, feedback } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function change(file: File): Promise<void> {
    setBusy(true);
    try {
      const avatar = await services.upload(file, { biz: "avatar" });
      onChanged(await calls.save({ avatar }));
      feedback.notify("success", texts.avatarSaved);
    } catch (error) {
      feedback.notify("error", error instanceof Error ? error.message : messages.failure.unknown, { reason: error });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="account-avatar sc-line">
      <Picture
        size={72}
        style={{ fontSize: 28 }}
        {...(profile.avatar
          ? { src: services.fileUrl(profile.avatar), alt: texts.avatar }
          : { "aria-hidden": true, children: (profile.realname || profile.username).slice(0, 1) })}
      />
      <div className="sc-boxes sc-tight">
        <b>{profile.realname || profile.username}</b>
        <small>
          {texts.username}
          {words.colon}
          {profile.username}
        </small>
        <Button loading={isBusy} onClick={() => input.current?.click()}>
          {texts.changeAvatar}
        </Button>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={texts.changeAvatar}
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) void change(file);
          }}
        />
      </div>
    </div>
  );
}
