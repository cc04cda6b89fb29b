// Writes the smallest valid page of each kind, for `npm run new -- page`.

/** The action of a content type that a page of the kind calls. */
const ACTIONS = { list: 'list', detail: 'info', form: 'add', compare: 'info' } as const

/** Pages of sections alone. */
const SECTIONED = ['dashboard', 'zone'] as const

export type PageKind = keyof typeof ACTIONS | (typeof SECTIONED)[number]
export const PAGE_KINDS = [...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]), ...SECTIONED] as const

/** A content type of the portal as its file says it; what is missing there is undefined. */
export interface TypeSketch {
  readonly name: string
  readonly title?: unknown
  readonly heading?: unknown
  readonly endpoints?: unknown
  readonly fields?: unknown
}

export interface PageWishes {
  /** Else by the last word of the page's name: `loan/list` is a list, `loan/publish` a form, `loan/rules` a zone. */
  readonly kind?: PageKind
  /** Content type; else by the page's folder: `loan/list` is of `loan`. */
  readonly type?: string
}

const FORM_NAMES: readonly string[] = ['form', 'publish', 'add', 'request', 'apply']
const MAX_FIELDS = 4

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const lastOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** The kind of a page of that name, where nobody says another. */
export function pageKindOf(name: string): PageKind {
  const last = lastOf(name)
  if (FORM_NAMES.includes(last)) return 'form'
  return PAGE_KINDS.find((kind) => kind === last) ?? 'zone'
}

interface Pages {
  readonly types: readonly TypeSketch[]
  /** Ids of the portal's pages. */
  readonly pages: readonly string[]
}

interface PageSketch {
  readonly title: string
  readonly content: object
}

/** Or in Chinese what is missing for such a page. */
export function scaffoldPage(
  name: string,
  { kind = pageKindOf(name), type: wished }: PageWishes,
  { types, pages }: Pages,
): PageSketch | { readonly refused: string } {
  if (kind === 'zone') return { title: '新页面', content: { kind, sections: [] } }
  if (kind === 'dashboard') return { title: '统计', content: { kind, period: '30d', sections: [] } }
  const area = name.includes('/') ? name.slice(0, name.indexOf('/')) : name
  const type = types.find((one) => one.name === (wished ?? camel(area)))
  if (!type)
    return {
      refused: `种类为 ${kind} 的页面须有内容类型，门户没有“${wished ?? camel(area)}”：请先运行 npm run new -- content ${wished ?? camel(area)}，或在命令中写明内容类型${typesHint(types)}；只放文字与区块的页面请写明种类 zone`,
    }
  const action = ACTIONS[kind]
  if (!Object.hasOwn((type.endpoints ?? {}) as object, action))
    return { refused: `内容类型“${type.name}”没有接口 ${action}，种类为 ${kind} 的页面无从取得内容` }
  return sketch(kind, type, (page) => {
    const id = `${area}/${page}`
    return pages.includes(id) && id !== name ? id : undefined
  })
}

const typesHint = (types: readonly TypeSketch[]): string =>
  types.length > 0 ? `（现有 ${types.map(({ name }) => name).join('、')}）` : ''

interface Parts {
  readonly name: string
  readonly title: string
  readonly heading: string
  /** Some fields besides the heading. */
  readonly others: readonly string[]
  readonly addAccess: unknown
  readonly parent: { readonly parent?: string }
  readonly open: { readonly open?: object }
}

const readOf = (name: string, id: string) => ({ operation: `${name}.info`, params: { id } })

const SKETCHES: Readonly<Record<keyof typeof ACTIONS, (parts: Parts) => PageSketch>> = {
  list: ({ name, title, heading, others, open }) => ({
    title,
    content: { source: `${name}.list`, columns: [heading, ...others], ...open },
  }),
  detail: ({ name, title, others, parent }) => ({
    title: `${title}详情`,
    content: {
      ...parent,
      params: { id: { required: true } },
      source: readOf(name, '{query.id}'),
      ...(others.length > 0 ? { facts: others } : {}),
    },
  }),
  form: ({ name, title, addAccess, parent }) => ({
    title: `填写${title}`,
    content: {
      ...parent,
      ...(Array.isArray(addAccess) ? { access: addAccess } : {}),
      form: name,
      submit: `${name}.add`,
    },
  }),
  compare: ({ name, title, heading, others, parent, open }) => ({
    title: `${title}比对`,
    content: {
      ...parent,
      params: { ids: { required: false } },
      source: readOf(name, '{item.id}'),
      rows: others.length > 0 ? others : [heading],
      ...open,
    },
  }),
}

function sketch(
  kind: keyof typeof ACTIONS,
  type: TypeSketch,
  pageOf: (name: string) => string | undefined,
): PageSketch {
  const fields = Object.keys(((type.fields ?? {}) as { readonly properties?: object }).properties ?? {})
  const heading = typeof type.heading === 'string' ? type.heading : 'title'
  const [list, detail] = [pageOf('list'), pageOf('detail')]
  const { title, content } = SKETCHES[kind]({
    name: type.name,
    title: String(type.title ?? type.name),
    heading,
    others: fields.filter((field) => field !== heading).slice(0, MAX_FIELDS),
    addAccess: (type.endpoints as { readonly add?: { readonly access?: unknown } }).add?.access,
    parent: list ? { parent: list } : {},
    open: detail ? { open: { page: detail, params: { id: '{item.id}' } } } : {},
  })
  return { title, content: { kind, ...content } }
}
