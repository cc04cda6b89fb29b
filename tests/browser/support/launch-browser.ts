// Provides starting Chromium for tests and for the bench.
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from '../../../scripts/lib/chromium.mjs'

/** Nothing may reach out: tests run on machines without a network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Programs are not compiled while they arrive: that never finds what the process has compiled of them for an earlier page,
 * and took a tenth of each visit. The rest is what matters here of the driver's own list, whose place this one takes.
 */
const WITHOUT = [
  'ScriptStreaming',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/**
 * For pages that are soon left. One process for all tabs of a context, instead of another for each load: starting one
 * takes a third of opening a page. No compilation of hot code, which takes a twelfth of all their time before it pays.
 */
export const THRIFTY = [
  '--process-per-site',
  '--js-flags=--no-opt,--no-maglev',
  `--disable-features=${WITHOUT.join(',')}`,
]

function toOptions(args: readonly string[]) {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('未找到 Chromium：请安装，或用环境变量 CHROMIUM 指明其位置')
  return { executablePath, headless: true, args: [...QUIET, ...args] }
}

/** A headless Chromium with an empty profile; close it when done. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(toOptions(args))
}

/** One whose profile stays in the folder, so that it can be closed and opened again. */
export function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...toOptions([]), locale: 'zh-CN' })
}
