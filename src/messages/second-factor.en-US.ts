import type { Texts } from "../../runtime/language/language.ts";
import type { chineseSecondFactor } from "./second-factor.ts";

export const englishSecondFactor: Texts<typeof chineseSecondFactor> = {
  title: "Two-step verification",
  askText:
    "Open the authenticator on your phone and enter the 6-digit code. Without your phone, enter a recovery code.",
  confirmText:
    "This needs a confirmation that it is you. Enter the 6-digit code of your authenticator; it counts for ten minutes.",
  remember: "Do not ask again in this browser for 30 days",
  code: "Code or recovery code",
  codeRequired: "Enter a code or a recovery code",
  verify: "Verify",
  verifying: "Verifying…",
  cancel: "Cancel",
  off: "Off. When it is on, signing in takes a code from your phone besides the password",
  on: (since, left) => `On since ${since}; recovery codes left: ${left}`,
  loading: "Loading…",
  failed: "The state of two-step verification could not be read",
  retry: "Retry",
  turnOn: "Turn on",
  manage: "Manage",
  turnOnTitle: "Turn on two-step verification",
  manageTitle: "Two-step verification",
  password: "Password",
  passwordText: "Enter your password first, to confirm that it is you.",
  passwordRequired: "Enter your password",
  next: "Next",
  scanText:
    "Scan the QR code with an authenticator app (Microsoft Authenticator or FreeOTP, for example), then enter the 6-digit code that it shows.",
  qrCode: "QR code for an authenticator app",
  secretText: "If you cannot scan it, enter this key in the app:",
  totp: "6-digit code",
  totpWrong: "Enter the 6 digits of the code",
  codesTitle: "Save your recovery codes",
  codesText:
    "Each recovery code works once; use one to sign in when you lose your phone. They are shown only now: copy them to a safe place.",
  codesSaved: "I have saved them",
  manageText: "The actions below take a current code or a recovery code.",
  renew: "New recovery codes",
  turnOff: "Turn off",
  isOff: "Two-step verification is off",
  required: "A role of yours asks for two-step verification, so it cannot be turned off",
  wantedTitle: "Turn on two-step verification first",
  wantedText:
    "A role of yours asks for it. From then on, signing in takes a code from your phone besides the password.",
  browsers: "Browsers that are not asked",
  usedAt: (time, ip) => `Last used ${time}, ${ip}`,
  forget: "Remove",
  forgetOf: (device) => `Remove ${device}`,
  forgotten: "Removed. The next sign-in there asks for a code",
};
