import { chromium } from 'playwright-core'

const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const spec of process.argv.slice(2)) {
  const [name, route, w = '1440'] = spec.split('|')
  const p = await b.newPage({ viewport: { width: Number(w), height: 900 }, locale: 'zh-CN' })
  const bad = []
  p.on('console', (m) => ['error', 'warning'].includes(m.type()) && bad.push(m.text()))
  p.on('pageerror', (e) => bad.push(e.message))
  await p.goto(`http://localhost:8141/#${route}`)
  await p.waitForTimeout(3500)
  await p.screenshot({ path: `/tmp/cr/${name}.png`, fullPage: true })
  console.log(
    name,
    bad.join('; ') || 'ok',
    await p.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  )
  await p.close()
}
await b.close()
