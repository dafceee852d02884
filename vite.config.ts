import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The console: one page, hashed chunks, no inline script (the policy is `script-src 'self'`). */
export default defineConfig({
  base: "/",
  plugins: [react()],
  build: {
    outDir: "dist/console",
    target: "es2022",
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  server: {
    port: 5173,
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true } },
  },
});
