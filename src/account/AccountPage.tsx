import { Button, Skeleton, Tabs } from "antd";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { accountMessages as texts } from "../messages/account.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Avatar } from "./Avatar.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { createProfileCalls, type Profile } from "./profile.ts";
import { SecurityLines } from "./SecurityLines.tsx";
import { useLink } from "./use-link.ts";
import "./account-page.css";

const ScreenPage = lazyPart(async () => ({ default: (await import("../pages/ScreenPage.tsx")).ScreenPage }));

type Part = keyof typeof texts.parts;
const parts: readonly Part[] = ["profile", "security", "identities", "sessions", "signIns"];
/** 个人中心: who I am, how I sign in, where I am signed in, what happened. Lists are screens of their own. */
export function AccountPage({ services }: { readonly services: ConsoleServices }) {
  const { client, session } = useConsole();
  const { search } = useLocation();
  // The lists below have no address of their own: that of the page is the centre's.
  const address = useMemo(() => memoryAddress(), []);
  const calls = useMemo(() => createProfileCalls(client), [client]);
  const isLinking = useLink();
  const [part, setPart] = useState<Part>(() => partOf(search));
  const [profile, setProfile] = useState<Profile>();
  const [problem, setProblem] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = round >= 0;
    setProblem(undefined);
    calls.load().then(
      (loaded) => isCurrent && setProfile(loaded),
      (error: unknown) => isCurrent && setProblem(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [calls, round]);

  function take(changed: Profile): void {
    setProfile(changed);
    session.updateUser({ realname: changed.realname || changed.username, avatar: changed.avatar });
  }

  const card = (content: ReactNode) => (
    <div className="sc-card sc-inset-wide" aria-busy={profile === undefined && problem === undefined}>
      {content}
      {problem === undefined && !profile && <Skeleton avatar active paragraph={{ rows: 6 }} />}
      {problem !== undefined && (
        <EmptyState kind="error" title={messages.state.errorTitle} text={textOfReason(problem)} reason={problem}>
          <Button onClick={() => setRound(round + 1)}>{texts.retry}</Button>
        </EmptyState>
      )}
    </div>
  );
  const list = (screenId: string) => (
    <LazyBoundary fallback={<ProgressBar />}>
      <ScreenPage screenId={screenId} params={{}} services={services} address={address} />
    </LazyBoundary>
  );
  const contents: Record<Part, ReactNode> = {
    profile: card(
      profile && (
        <>
          <Avatar profile={profile} calls={calls} onChanged={take} />
          <ProfileForm profile={profile} calls={calls} unsaved={services.unsaved} onSaved={take} />
        </>
      ),
    ),
    security: card(
      profile && (
        <SecurityLines profile={profile} calls={calls} onPhoneChanged={(phone) => setProfile({ ...profile, phone })} />
      ),
    ),
    // The list comes when it is known what belongs in it.
    identities: isLinking ? <ProgressBar /> : list("account/identities"),
    sessions: list("account/sessions"),
    signIns: list("account/sign-ins"),
  };
  return (
    <Tabs
      className="account-page"
      activeKey={part}
      onChange={(key) => setPart(key as Part)}
      items={parts.map((key) => ({
        key,
        label: texts.parts[key],
        children: contents[key],
        // What is half typed in the profile is not lost by looking at the other parts.
        destroyOnHidden: key !== "profile",
      }))}
    />
  );
}

function partOf(search: string): Part {
  const wanted = new URLSearchParams(search).get("part");
  return parts.find((part) => part === wanted) ?? "profile";
}
