// The browser that the scripts ask. CHROMIUM names it; /usr/bin/chromium otherwise.

import { chromium } from "playwright-core";

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
