// Finds what a program says and a person should not read: values without their labels, empty values, ids.
import type { Page } from 'playwright-core'
import type { Model } from '#shared/model/model.ts'

/** Said by a program wherever it stands in a text. */
const RAW = [
  /\b(undefined|null|NaN|Infinity)\b/,
  /\[object \w+\]/,
  /Invalid Date/,
  /\d{4}-\d\d-\d\dT\d\d:\d\d/,
  // What the server makes: 20 letters and digits, or a UUID.
  /\b(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{20}\b/,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
  // A proof or a token.
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/,
  /\{\w+\.\w+\}/,
]

/** Values of dictionaries and states that are not words a person may read, such as `pending` and `C04`. */
export function rawValuesOf({ dictionaries, contentTypes }: Model): ReadonlySet<string> {
  const items = dictionaries.flatMap((dictionary) => dictionary.items)
  const labels = new Set(items.map(({ label }) => label))
  const values = [
    ...items.map(({ value }) => value),
    ...contentTypes.flatMap(({ name, lifecycle }) => [name, ...Object.keys(lifecycle.states)]),
  ]
  return new Set(values.filter((value) => /^[A-Za-z]/.test(value) && !labels.has(value)))
}

/** Texts on the screen that say what only a program says, each once. */
export async function findRawTexts(page: Page, values: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.nodeValue?.trim()
      // What is drawn, such as the letters of a number on its plate, is said in whole beside it.
      if (parent?.closest('[data-picture] [aria-hidden="true"]')) continue
      // Whoever asks for help says the number of the request.
      if (parent?.closest('.eq-state-note')?.textContent?.startsWith('请求编号')) continue
      if (text && parent?.checkVisibility({ visibilityProperty: true })) found.add(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [alt]'))
      for (const name of ['aria-label', 'title', 'alt']) {
        const text = element.getAttribute(name)?.trim()
        if (text) found.add(text)
      }
    return [...found]
  })
  // An audit log may name what has no name, if it says that it does.
  const isRaw = (text: string) => RAW.some((pattern) => pattern.test(text.replace(/编号 \w+/g, '')))
  return texts.filter((text) => values.has(text) || isRaw(text))
}
