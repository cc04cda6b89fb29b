// Finds Chromium for the browser tests, or installs it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** The first is the same browser without its windows, and a fifth lighter. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
]
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Path of a Chromium: the one that CHROMIUM names, the system's, or the one that Playwright downloaded.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) return existsSync(named) ? named : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  const inPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...PLACES, ...inPath].find((path) => existsSync(path)) ?? findDownloaded()
}

function findDownloaded() {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core')
    const path = chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined // Playwright knows no Chromium for this system
  }
}

/**
 * Finds Chromium, installs it where it is missing, or prints one line that says how to.
 * @returns {string | undefined}
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM) {
    console.log(`环境变量 CHROMIUM 指向的文件不存在：${process.env.CHROMIUM}。浏览器测试将跳过。`)
    return undefined
  }
  console.log('未找到 Chromium，正在安装……')
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (isDebianRoot) installFromDebian()
  else download()
  const installed = findChromium()
  if (!installed)
    console.log(
      'Chromium 安装失败，浏览器测试将跳过。请自行安装 Chromium，或用环境变量 CHROMIUM 指明其位置。',
    )
  return installed
}

function installFromDebian() {
  const options = {
    stdio: /** @type {const} */ (['ignore', 'ignore', 'inherit']),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  const packages = ['chromium-headless-shell', 'fonts-noto-cjk']
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
}

function download() {
  const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] })
}
