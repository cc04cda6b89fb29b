// Owns the frame of browser tests: skipped, with the reason in their title, where there is no Chromium.
import { describe } from 'vitest'
import { findChromium } from '../../../scripts/lib/chromium.mjs'

/** Set by `npm test`, which has tried to install one. */
const reason = process.env.EQUIPNET_NO_BROWSER ?? (findChromium() ? undefined : '未找到 Chromium')

export function describeInBrowser(title: string, body: () => void): void {
  if (reason) describe.skip(`${title}（跳过：${reason}）`, body)
  else describe(title, body)
}
