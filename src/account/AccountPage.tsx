import { Button } from "antd";
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
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
export function AccountPage({ services }: { readonly services: ConsoleServices }) {
  const { client, session } = useConsole();
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
  const isWaiting = !screen && profile === undefined;
  return (
    <div className="account-page">
      <div className="account-tabs" role="tablist" aria-label={texts.title}>
        {parts.map((each) => (
          <button key={each} type="button" role="tab" aria-selected={each === part} onClick={() => setPart(each)}>
            {texts.parts[each]}
          </button>
        ))}
      </div>
      {profile && (
        // Stays behind the other parts: what is half typed there is not lost by looking at them.
        <Panel part="profile" isHidden={part !== "profile"}>
          <div className="page-card account-card">
            <Avatar profile={profile} calls={calls} onChanged={take} />
            <ProfileForm profile={profile} calls={calls} unsaved={services.unsaved} onSaved={take} />
          </div>
        </Panel>
      )}
      {profile && part === "security" && (
        <Panel part="security">
          <div className="page-card account-card">
            <SecurityLines
              profile={profile}
              calls={calls}
              onPhoneChanged={(phone) => setProfile({ ...profile, phone })}
            />
          </div>
        </Panel>
      )}
      {screen && (
        <Panel part={part}>
          <Suspense fallback={<ProgressBar />}>
            <ScreenPage key={screen} screenId={screen} params={{}} services={services} address={address} />
          </Suspense>
        </Panel>
      )}
      {isWaiting && (
        <Panel part={part}>
          {problem === undefined ? (
            <div className="page-card account-face" aria-busy="true">
              {messages.shell.loading}
            </div>
          ) : (
            <div className="page-card">
              <StateFace kind="error" title={messages.state.errorTitle} text={problem}>
                <Button onClick={() => setRound(round + 1)}>{texts.retry}</Button>
              </StateFace>
            </div>
          )}
        </Panel>
      )}
    </div>
  );
}

interface PanelProps {
  readonly part: Part;
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

function Panel({ part, isHidden = false, children }: PanelProps) {
  return (
    <div className="account-part" role="tabpanel" aria-label={texts.parts[part]} hidden={isHidden}>
      {children}
    </div>
  );
}

function partOf(search: string): Part {
  const wanted = new URLSearchParams(search).get("part");
  return parts.find((part) => part === wanted) ?? "profile";
}
