// Owns finding Chromium for the browser tests, or installing it where it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ROOT } from './prepare.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function find() {
  const named = process.env.CHROMIUM
  return [named, ...PLACES].find((path) => path && existsSync(path))
}

/** Path of a Chromium, or null with the reason printed in one line. */
export function ensureChromium() {
  const found = find()
  if (found) return found
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  const options = { cwd: ROOT, stdio: 'inherit' }
  if (isDebianRoot) {
    console.log('正在安装 Chromium 与中文字体……')
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'], options)
    const installed = find()
    if (installed) return installed
  }
  const download = spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], options)
  if (download.status === 0) return 'playwright'
  console.log('未找到 Chromium，浏览器测试将跳过。请安装 Chromium，或用环境变量 CHROMIUM 指明它的位置。')
  return null
}
