import { messages } from "../messages/messages.ts";

/** The accent colours of the settings; `strong` is the first shade that carries white text at 4.5:1. */
export interface ThemeColor {
  readonly name: string;
  readonly primary: string;
  readonly light: {
    readonly strong: string;
    readonly strongHover: string;
    readonly strongActive: string;
    readonly link: string;
    readonly tint: string;
  };
  readonly dark: { readonly strong: string; readonly link: string; readonly tint: string };
}

const { colors } = messages.settings;

export const defaultPrimary = "#1890FF";

export const themeColors: readonly ThemeColor[] = [
  {
    name: colors.dawn,
    primary: "#1890FF",
    light: {
      strong: "#096DD9",
      strongHover: "#0A61C2",
      strongActive: "#0055B3",
      link: "#096DD9",
      tint: "#ECF5FF",
    },
    dark: {
      strong: "#1A6CC4",
      link: "#5FB0FF",
      tint: "#13283F",
    },
  },
  {
    name: colors.dusk,
    primary: "#F5222D",
    light: {
      strong: "#cf1322",
      strongHover: "#a8071a",
      strongActive: "#820014",
      link: "#cf1322",
      tint: "#fff1f0",
    },
    dark: {
      strong: "#cf1322",
      link: "#f37371",
      tint: "#2b161e",
    },
  },
  {
    name: colors.volcano,
    primary: "#FA541C",
    light: {
      strong: "#d4380d",
      strongHover: "#ad2102",
      strongActive: "#871400",
      link: "#ad2102",
      tint: "#fff2e8",
    },
    dark: {
      strong: "#d4380d",
      link: "#e87041",
      tint: "#2c1a1b",
    },
  },
  {
    name: colors.sunset,
    primary: "#FAAD14",
    light: {
      strong: "#874d00",
      strongHover: "#613400",
      strongActive: "#613400",
      link: "#874d00",
      tint: "#fffbe6",
    },
    dark: {
      strong: "#874d00",
      link: "#d89716",
      tint: "#2c251a",
    },
  },
  {
    name: colors.cyan,
    primary: "#13C2C2",
    light: {
      strong: "#006d75",
      strongHover: "#00474f",
      strongActive: "#002329",
      link: "#006d75",
      tint: "#e6fffb",
    },
    dark: {
      strong: "#006d75",
      link: "#13a9aa",
      tint: "#12262c",
    },
  },
  {
    name: colors.aurora,
    primary: "#52C41A",
    light: {
      strong: "#237804",
      strongHover: "#135200",
      strongActive: "#092b00",
      link: "#237804",
      tint: "#f6ffed",
    },
    dark: {
      strong: "#237804",
      link: "#49aa1b",
      tint: "#17271b",
    },
  },
  {
    name: colors.geek,
    primary: "#2F54EB",
    light: {
      strong: "#2f54eb",
      strongHover: "#1d39c4",
      strongActive: "#10239e",
      link: "#2f54eb",
      tint: "#f0f5ff",
    },
    dark: {
      strong: "#2f54eb",
      link: "#7f9ef4",
      tint: "#141b32",
    },
  },
  {
    name: colors.purple,
    primary: "#722ED1",
    light: {
      strong: "#722ed1",
      strongHover: "#531dab",
      strongActive: "#391085",
      link: "#722ed1",
      tint: "#f9f0ff",
    },
    dark: {
      strong: "#722ed1",
      link: "#ab7ae1",
      tint: "#1a182e",
    },
  },
];
