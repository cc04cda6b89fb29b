// Measures the configuration check: this portal, fifty times as large, one saved file.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { absolute, type BenchRow, median } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export async function benchConfiguration(rounds: number, isSmoke: boolean): Promise<BenchRow[]> {
  const files = readFolder(ROOT)
  // `npm test` has run it before a smoke run.
  const whole = Array.from({ length: isSmoke ? 0 : rounds }, () => {
    const started = performance.now()
    execFileSync(process.execPath, ['scripts/check.mjs'], { cwd: ROOT, stdio: 'ignore' })
    return (performance.now() - started) / 1000
  })
  // Copies link to the same pages, which nobody then enters from one page only.
  const many = new Map(
    [...files].map(([path, text]) => [
      path,
      text.includes('"onlyFrom"') && !isLanguage(path) ? opened(text) : text,
    ]),
  )
  // Each is the one way to become a user of its type: a second one is refused.
  const isCopied = (path: string) => !path.startsWith('pages-config/account/register')
  const times = isSmoke ? 2 : 50
  const originals = [...many]
  for (let copy = 1; copy < times; copy++)
    for (const [path, text] of originals) {
      const zone = /^zones-config\/(.+)\.json$/.exec(path)
      const page = /^pages-config\/(?!(?:menu|site)\.json)(.+)\.json$/.exec(path)
      const rename = (value: string) => copyOf(value, copy)
      if (zone) many.set(`zones-config/${zone[1]}-copy${copy}.json`, rename(text))
      if (page && isCopied(path)) many.set(`pages-config/${page[1]}-copy${copy}.json`, rename(text))
    }
  const started = performance.now()
  const result = checkConfiguration(many)
  const large = (performance.now() - started) / 1000
  if (!result.ok) throw new Error(`the enlarged configuration is refused: ${result.problems[0]?.message}`)
  checkConfiguration(files)
  const saved = Array.from({ length: isSmoke ? 1 : rounds * 3 }, (_, index) => {
    const path = 'pages-config/demand/list.json'
    const changed = new Map(files).set(path, `${files.get(path)}${' '.repeat(index + 1)}`)
    const before = performance.now()
    checkConfiguration(changed)
    return performance.now() - before
  })
  return [
    ...(isSmoke ? [] : [absolute('configuration: npm run check', 's', median(whole), { atMost: 1.5 })]),
    absolute(`configuration: ${many.size} files (the pages times ${times})`, 's', large, { atMost: 5 }),
    absolute('configuration: a saved file answered', 'ms', median(saved), { atMost: 1000 }),
  ]
}

const isLanguage = (path: string): boolean => path.startsWith('schemas/config/')

/** Entered from everywhere. */
function opened(text: string): string {
  const { onlyFrom: _, ...page } = JSON.parse(text) as { readonly onlyFrom?: string }
  return JSON.stringify(page)
}

/** At an address of its own, which no page has to lead to, and under a name of its own. */
function copyOf(text: string, copy: number): string {
  const page = JSON.parse(text) as { readonly path: string; readonly title: string }
  const path = page.path.replace(/^([^:]*?)(\/:.*)?$/, `$1-copy${copy}$2`)
  return JSON.stringify({ ...page, path, title: `${page.title}${copy}` })
}
