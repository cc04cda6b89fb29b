// Rules over lists of pages and steps of forms: no entry repeats another; one of the two was meant to be different.
import type { Place } from '#config/load/place.ts'
import { listsOf } from '../pages/lists.ts'
import { defineRule, type Rule } from '../rule.ts'

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
const LOOKS: readonly string[] = ['label', 'icon', 'tone', 'title', 'kind']

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const repeatedEntries = defineRule('list', ({ at, key, list }) => {
  const noun = FIELD_LISTS[key]
  if (noun !== undefined) once(at, list, noun, fieldOf)
  else if (key === 'tabs') {
    once(at, list, '标签页', (tab) =>
      isEntry(tab) && isEntry(tab.params) ? JSON.stringify(tab.params) : undefined,
    )
    titlesApart(at, list, 'label', '标签页')
  } else if (BUTTON_LISTS.includes(key)) once(at, list, '按钮', toMutationKey)
})

const repeatedFields = defineRule('page', ({ at, page }) => {
  if (page.kind !== 'detail') return
  const seen = new Map<string, string>()
  for (const [key, noun] of Object.entries(SHOWN_TOGETHER)) {
    const list = (at.document.value as Entry)[key]
    for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
      const name = fieldOf(entry)
      if (name === undefined) continue
      const earlier = seen.get(name)
      if (earlier === undefined) seen.set(name, key)
      else if (earlier !== key)
        at.at(key, index).report('said_twice.field', { found: name, noun, earlier: SHOWN_TOGETHER[earlier] })
    }
  }
})

/** Two columns of a table with one heading cannot be told apart. */
const columnTitles = defineRule('page', { needs: 'whole' }, ({ at: page, page: model }) => {
  for (const { at, columns = [] } of listsOf(page, model))
    for (const [index, { label, field }] of columns.entries()) {
      const other = columns
        .slice(0, index)
        .find((one) => one.label === label && one.field.name !== field.name)
      if (other) at.at('columns', index).report('title_alike.column', { found: label, field, other })
    }
})

const stepTitles = defineRule('form', ({ at }) => {
  const { steps = [] } = at.document.value as { readonly steps?: readonly unknown[] }
  titlesApart(at.at('steps'), steps, 'title', '步骤')
})

function titlesApart(at: Place, list: readonly unknown[], key: 'label' | 'title', noun: string): void {
  const seen = new Set<unknown>()
  for (const [index, entry] of list.entries()) {
    const title = isEntry(entry) ? entry[key] : undefined
    if (title !== undefined && seen.has(title))
      at.at(index, key).report('title_twice.list', { found: String(title), noun, title })
    seen.add(title)
  }
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

function toMutationKey(entry: unknown): string | undefined {
  if (!isEntry(entry)) return undefined
  // Buttons that write the same values by the same call do the same, whatever they show before.
  if (isEntry(entry.source) && entry.source.body !== undefined)
    return JSON.stringify([entry.do, entry.source])
  return JSON.stringify(Object.entries(entry).filter(([name]) => !LOOKS.includes(name)))
}

function once(
  at: Place,
  list: readonly unknown[],
  noun: string,
  nameOf: (entry: unknown) => string | undefined,
): void {
  const seen = new Map<string, number>()
  for (const [index, entry] of list.entries()) {
    const name = nameOf(entry)
    const earlier = seen.get(name ?? '')
    if (name === undefined) continue
    if (earlier === undefined) seen.set(name, index)
    else
      at.at(index).report('said_twice.entry', {
        found: name,
        earlier: earlier + 1,
        noun,
        name: /^[\w.]+$/.test(name) ? `（${name}）` : '',
      })
  }
}

export const repeatedTextRules: readonly Rule[] = [repeatedEntries, columnTitles, repeatedFields, stepTitles]
