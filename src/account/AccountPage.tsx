import { Suspense, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { Avatar } from "./Avatar.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { createProfileCalls, type Profile } from "./profile.ts";
import { SecurityLines } from "./SecurityLines.tsx";
import "./account-page.css";

const ScreenPage = lazyPart(async () => ({ default: (await import("../pages/ScreenPage.tsx")).ScreenPage }));

type Part = keyof typeof messages.account.parts;
const parts: readonly Part[] = ["profile", "security", "sessions", "signIns"];
const screens: Partial<Record<Part, string>> = { sessions: "account/sessions", signIns: "account/sign-ins" };
const { account: texts } = messages;

/** 个人中心: who I am, how I sign in, where I am signed in, what happened. Lists are screens of their own. */
export function AccountPage() {
  const { client, session, services } = useConsole();
  const { search } = useLocation();
  // The lists below have no address of their own: that of the page is the centre's.
  const address = useMemo(() => memoryAddress(), []);
  const calls = useMemo(() => createProfileCalls(client), [client]);
  const [part, setPart] = useState<Part>(() => partOf(search));
  const [profile, setProfile] = useState<Profile>();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = round >= 0;
    setProblem(undefined);
    calls.load().then(
      (loaded) => isCurrent && setProfile(loaded),
      (error: unknown) => isCurrent && setProblem(error instanceof Error ? error.message : texts.failed),
    );
    return () => {
      isCurrent = false;
    };
  }, [calls, round]);

  function take(changed: Profile): void {
    setProfile(changed);
    session.updateUser({ realname: changed.realname || changed.username, avatar: changed.avatar });
  }

  const screen = screens[part];
  return (
    <div className="account-page">
      <div className="account-tabs" role="tablist" aria-label={texts.title}>
        {parts.map((each) => (
          <button key={each} type="button" role="tab" aria-selected={each === part} onClick={() => setPart(each)}>
            {texts.parts[each]}
          </button>
        ))}
      </div>
      <div className="account-part" role="tabpanel" aria-label={texts.parts[part]}>
        {screen ? (
          <Suspense fallback={<ProgressBar />}>
            <ScreenPage key={screen} screenId={screen} params={{}} services={services} address={address} />
          </Suspense>
        ) : problem !== undefined ? (
          <div className="page-card">
            <StateFace kind="error" title={messages.state.errorTitle} text={problem}>
              <button type="button" className="console-button" onClick={() => setRound(round + 1)}>
                {texts.retry}
              </button>
            </StateFace>
          </div>
        ) : profile === undefined ? (
          <div className="page-card account-face" aria-busy="true">
            {messages.shell.loading}
          </div>
        ) : (
          <div className="page-card account-card">
            {part === "profile" ? (
              <>
                <Avatar profile={profile} calls={calls} onChanged={take} />
                <ProfileForm profile={profile} calls={calls} onSaved={take} />
              </>
            ) : (
              <SecurityLines
                profile={profile}
                calls={calls}
                onPhoneChanged={(phone) => setProfile({ ...profile, phone })}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function partOf(search: string): Part {
  const wanted = new URLSearchParams(search).get("part");
  return parts.find((part) => part === wanted) ?? "profile";
}
