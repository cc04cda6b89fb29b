// Checks that adjacent texts do not repeat each other: one of the two was meant to be different.
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { eachValue } from '#config/load/visit-values.ts'

type Entry = Readonly<Record<string, unknown>>

/** Lists of fields, each of which stands there once. */
const FIELD_LISTS: Readonly<Record<string, string>> = {
  columns: '列',
  facts: '事实',
  filters: '筛选条件',
  sorts: '排序',
}
/** Lists of a detail that stand above one another: a field is in one of them. */
const SHOWN_TOGETHER: Readonly<Record<string, string>> = {
  meta: '标题下（meta）',
  lead: '要点（lead）',
  facts: '事实（facts）',
}
/** Lists of buttons: two that do the same in the same case are one. */
const BUTTON_LISTS: readonly string[] = ['actions', 'rowActions', 'bulkActions']
/** Properties of a button that concern only its appearance. */
const LOOKS = new Set(['label', 'icon', 'tone', 'title', 'kind'])

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function checkRepeatedTexts(context: Context): void {
  for (const kind of ['page', 'zone'])
    for (const document of (context.documents.get(kind) ?? new Map<string, Document>()).values()) {
      eachValue(document.value, (value, path) => {
        const key = path.at(-1)
        if (Array.isArray(value) && typeof key === 'string') checkList(context, document, path, key, value)
      })
      if (isEntry(document.value) && document.value.kind === 'detail') checkRepeatedFields(context, document)
    }
  for (const kind of ['form', 'content'] as const)
    for (const document of context.of(kind).values()) {
      const { steps = [] } = document.value
      sameTitle(context, document, steps)
    }
}

function checkList(
  context: Context,
  document: Document,
  path: Path,
  key: string,
  list: readonly unknown[],
): void {
  const noun = FIELD_LISTS[key]
  if (noun !== undefined) once(context, document, path, list, noun, fieldOf)
  else if (key === 'tabs') {
    once(context, document, path, list, '标签页', paramsOf)
    tabsApart(context, document, path, list)
  } else if (BUTTON_LISTS.includes(key)) once(context, document, path, list, '按钮', toMutationKey)
}

/** Under a condition, or in another order, the same field may stand there again. */
function fieldOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isEntry(entry) || typeof entry.field !== 'string') return undefined
  const { field, when, order, direction } = entry
  return when === undefined && order === undefined && direction === undefined
    ? field
    : JSON.stringify([field, when, order, direction])
}

/** Reports tabs of the same label: readers cannot tell them apart. */
function tabsApart(context: Context, document: Document, path: Path, list: readonly unknown[]): void {
  const seen = new Set<unknown>()
  for (const [at, entry] of list.entries()) {
    const label = isEntry(entry) ? entry.label : undefined
    if (label !== undefined && seen.has(label))
      context.report(document, [...path, at, 'label'], {
        slug: 'title_twice',
        message: `标签页“${String(label)}”与前面的标签页同名，无法区分，请改其一`,
        found: String(label),
      })
    seen.add(label)
  }
}

function paramsOf(entry: unknown): string | undefined {
  return isEntry(entry) && isEntry(entry.params) ? JSON.stringify(entry.params) : undefined
}

function toMutationKey(entry: unknown): string | undefined {
  if (!isEntry(entry)) return undefined
  // Buttons that write the same values by the same call do the same, whatever they show before.
  if (isEntry(entry.source) && entry.source.body !== undefined)
    return JSON.stringify([entry.do, entry.source])
  return JSON.stringify(Object.entries(entry).filter(([name]) => !LOOKS.has(name)))
}

function once(
  context: Context,
  document: Document,
  path: Path,
  list: readonly unknown[],
  noun: string,
  nameOf: (entry: unknown) => string | undefined,
): void {
  const seen = new Map<string, number>()
  for (const [at, entry] of list.entries()) {
    const name = nameOf(entry)
    if (name === undefined) continue
    const earlier = seen.get(name)
    if (earlier === undefined) seen.set(name, at)
    else
      context.report(document, [...path, at], {
        slug: 'said_twice',
        message: `此处与第 ${earlier + 1} 个${noun}相同${/^[\w.]+$/.test(name) ? `（${name}）` : ''}，请改正或删去其一`,
        found: name,
      })
  }
}

function checkRepeatedFields(context: Context, document: Document): void {
  const seen = new Map<string, string>()
  for (const [key, noun] of Object.entries(SHOWN_TOGETHER)) {
    const list = (document.value as Entry)[key]
    for (const [at, entry] of (Array.isArray(list) ? list : []).entries()) {
      const name = fieldOf(entry)
      if (name === undefined) continue
      const earlier = seen.get(name)
      if (earlier === undefined) seen.set(name, key)
      else if (earlier !== key)
        context.report(document, [key, at], {
          slug: 'said_twice',
          message: `${noun}中的“${name}”在${SHOWN_TOGETHER[earlier]}中已显示，同一字段只在一处显示：请删去其一`,
          found: name,
        })
    }
  }
}

function sameTitle(context: Context, document: Document, steps: readonly { readonly title: string }[]): void {
  const seen = new Set<string>()
  for (const [at, { title }] of steps.entries()) {
    if (seen.has(title))
      context.report(document, ['steps', at, 'title'], {
        slug: 'title_twice',
        message: `步骤“${title}”与前面的步骤同名，无法区分，请改其一`,
        found: title,
      })
    seen.add(title)
  }
}
