// Writes the smallest valid page of each kind, for `npm run new -- page`.

export const PAGE_KINDS = ['list', 'detail', 'form', 'zone', 'compare'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

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
/** The action of a content type that the page calls. */
const ACTIONS: Readonly<Record<Exclude<PageKind, 'zone'>, string>> = {
  list: 'list',
  detail: 'info',
  form: 'add',
  compare: 'info',
}
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

function sketch(
  kind: Exclude<PageKind, 'zone'>,
  type: TypeSketch,
  pageOf: (name: string) => string | undefined,
): PageSketch {
  const { name } = type
  const title = String(type.title ?? name)
  const fields = Object.keys(((type.fields ?? {}) as { readonly properties?: object }).properties ?? {})
  const heading = typeof type.heading === 'string' ? type.heading : 'title'
  const others = fields.filter((field) => field !== heading).slice(0, MAX_FIELDS)
  const [list, detail] = [pageOf('list'), pageOf('detail')]
  const parent = list ? { parent: list } : {}
  const open = detail ? { open: { page: detail, params: { id: '{item.id}' } } } : {}
  const read = (id: string) => ({ operation: `${name}.info`, params: { id } })
  switch (kind) {
    case 'list':
      return { title, content: { kind, source: `${name}.list`, columns: [heading, ...others], ...open } }
    case 'detail': {
      const facts = others.length > 0 ? { facts: others } : {}
      const params = { id: { required: true } }
      const content = { kind, ...parent, params, source: read('{query.id}'), ...facts }
      return { title: `${title}详情`, content }
    }
    case 'form': {
      const { add } = type.endpoints as { readonly add?: { readonly access?: unknown } }
      const access = Array.isArray(add?.access) ? { access: add.access } : {}
      return {
        title: `填写${title}`,
        content: { kind, ...parent, ...access, form: name, submit: `${name}.add` },
      }
    }
    case 'compare': {
      const rows = others.length > 0 ? others : [heading]
      const params = { ids: { required: false } }
      return {
        title: `${title}比对`,
        content: { kind, ...parent, params, source: read('{item.id}'), rows, ...open },
      }
    }
  }
}
