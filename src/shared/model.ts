// Owns the types of the compiled model that server and browser work from.

import type { Condition } from './condition.ts'
import type { Lifecycle, TransitionAction } from './lifecycle.ts'
import type { MenuNode, ZoneEntry } from './menu.ts'
import type { Audience } from './roles.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** What a field holds, as far as storage, filters, cells and inputs care. */
export const FIELD_TYPES = [
  'text',
  'long-text',
  'rich-text',
  'number',
  'integer',
  'boolean',
  'date',
  'date-time',
  'dict',
  'dict-list',
  'region',
  'ref',
  'ref-list',
  'image',
  'image-list',
  'file-list',
  'text-list',
  'url',
  'mobile',
  'object',
  'object-list',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

export interface Field {
  readonly name: string
  readonly title: string
  readonly type: FieldType
  readonly required: boolean
  /** Dictionary of `dict` and `dict-list` fields. */
  readonly dict?: string
  /** Content type of `ref` and `ref-list` fields. */
  readonly ref?: string
  /** The field that names the content type of a `ref` whose type is known only when it is written. */
  readonly refBy?: string
  readonly unit?: string
  /** Weight in the search vector. */
  readonly search?: 'A' | 'B' | 'C' | 'D'
  readonly filter: boolean
  readonly sort: boolean
  /** Who may see the field; absent means everyone who may read the item. */
  readonly visible?: readonly Audience[]
  /** True for the columns every type has (`createdAt`, `viewCount` …). */
  readonly system: boolean
  /** Self-contained JSON Schema of the value, `$ref` resolved. */
  readonly schema: JsonSchema
}

export const CONTENT_ACTIONS = [
  'list',
  'manage',
  'info',
  'view',
  'like',
  'checkLike',
  'related',
  'tree',
  'ancestors',
  'neighbours',
  'statistic',
  'portrait',
  'add',
  'update',
  'own',
  'save',
  'checkSubmitted',
  'commentList',
  'commentAdd',
  'commentLike',
  'draftGet',
  'draftSave',
] as const

export type ContentAction = (typeof CONTENT_ACTIONS)[number] | TransitionAction

export type Method = 'GET' | 'POST'

/** One call of the interface; `id` is `<type>.<endpoint>` or `<group>.<name>`. */
export interface Operation {
  readonly id: string
  readonly summary: string
  readonly method: Method
  /** Full path with `{name}` parameters, such as `/newapi/demand/info/{id}`. */
  readonly path: string
  readonly access: readonly Audience[]
  /** Whether it changes anything a user wrote; a blacklisted user is refused, unknown parameters too. */
  readonly writes: boolean
  /** Path and query parameters: closed object schema. */
  readonly params: JsonSchema
  /** Body schema of POST calls. */
  readonly body?: JsonSchema
  /** The form that the body is; its conditions decide which fields are required. */
  readonly form?: string
  /** Schema of `data` in the answer, for OpenAPI and response serialisation. */
  readonly result?: JsonSchema
  /** Set for calls that the content engine serves. */
  readonly content?: ContentCall
}

export interface ContentCall {
  readonly type: string
  readonly action: ContentAction
  /** Fixed filter values that the caller cannot change, such as `{ "status": "online" }`. */
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  /** Default sort, such as `-publishedAt` or `-hot`. */
  readonly sort?: string
  /** The only fields of an item that the answer holds, besides its id and title. */
  readonly fields?: readonly string[]
  /** What is counted by, or which numbers make up a portrait. */
  readonly by?: readonly string[]
}

export interface ContentType {
  readonly name: string
  readonly title: string
  readonly badge?: string
  readonly icon?: string
  readonly lifecycle: Lifecycle
  readonly fields: readonly Field[]
  /** JSON Schema of what a writer may send, `$ref` resolved, closed. */
  readonly schema: JsonSchema
  /** Field that names the parent item (`parent_id` column), such as `demandId`. */
  readonly parent?: string
  readonly category?: string
  readonly region?: string
  readonly heading: string
  /** Steps of the generated form. */
  readonly steps: readonly FormStep[]
  readonly conditions: Readonly<Record<string, Condition>>
  readonly operations: Readonly<Record<string, string>>
  /** Page that shows one item, derived from pages whose source is this type's info call. */
  readonly detailPage?: string
}

export interface Dictionary {
  readonly name: string
  readonly title: string
  readonly items: readonly DictionaryItem[]
}

export interface DictionaryItem {
  readonly value: string
  readonly label: string
  readonly color?: string
}

export interface FormStep {
  readonly title: string
  readonly description?: string
  readonly fields: readonly string[]
}

/** How a field is given; `unique` is the call that tells whether a value is taken already. */
export interface FormInput {
  readonly widget: string
  readonly options?: Json
  readonly unique?: { readonly method: Method; readonly path: string }
}

/** A form as browser and server see it. */
export interface FormModel {
  readonly id: string
  /** Grows when fields are removed or change meaning; drafts of another version are explained. */
  readonly version: number
  readonly title: string
  readonly schema: JsonSchema
  readonly fields: readonly Field[]
  readonly steps: readonly FormStep[]
  /** When a field is shown; a hidden one is neither required nor stored. */
  readonly conditions: Readonly<Record<string, Condition>>
  readonly inputs: Readonly<Record<string, FormInput>>
  readonly agreement?: { readonly page: string; readonly title: string; readonly version: string }
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A read call bound to a page: parameters may hold placeholders. */
export interface Source {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly params: Readonly<Record<string, Json>>
  /** What a POST sends, where no form gives it. */
  readonly body?: Readonly<Record<string, Json>>
}

/** A link to another page, by id; `path` is that page's route. */
export interface Link {
  /** With `*` the page depends on the content type that `type` names. */
  readonly page: string
  readonly path: string
  readonly type?: string
  /** Routes by content type. */
  readonly pages?: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, Json>>
}

/** A field drawn by a cell widget. */
export interface Column {
  readonly field: Field
  readonly label: string
  readonly cell: string
  readonly options?: Json
}

export interface Filter {
  /** Query parameter; equals the field's name, or `keyWord`. */
  readonly name: string
  readonly label: string
  readonly widget: string
  readonly field?: Field
  /** Where the choices of a reference come from: the list of the type referred to. */
  readonly source?: Source
  readonly options?: Json
}

export interface Action {
  readonly do: 'open' | 'like' | 'collect' | 'support' | 'share' | 'print' | 'transition' | 'call' | 'save'
  readonly label: string
  readonly icon?: string
  readonly when?: Condition
  readonly link?: Link
  readonly transition?: TransitionAction
  readonly source?: Source
  /** Takes back what `source` did, where that is another call. */
  readonly undo?: Source
  readonly confirm?: string
  readonly reason?: boolean
  readonly then?: 'stay' | 'sign-out'
  readonly primary?: boolean
}

/** What a section knows of the content type that its source reads. */
export interface SectionContent {
  readonly type: string
  readonly title: string
  readonly badge?: string
  readonly icon?: string
  /** Field that is an item's title. */
  readonly heading: string
  /** Field by which a cover is drawn. */
  readonly category?: string
  /** Columns for the options that name a field, by option. */
  readonly columns: Readonly<Record<string, Column>>
  /** Further calls of the type that the widget asks for, by endpoint name. */
  readonly calls: Readonly<Record<string, Source>>
  /** The fields a writer fills in, where the widget offers `add`. */
  readonly fields?: readonly Field[]
}

export interface Section {
  readonly widget: string
  readonly content?: SectionContent
  readonly title?: string
  readonly source?: Source
  readonly more?: Link
  readonly open?: Link
  /** Columns of the 12-column grid; default 12. */
  readonly span?: number
  readonly when?: Condition
  readonly options?: Json
}

export interface PageBase {
  readonly id: string
  readonly kind: PageKind
  readonly path: string
  readonly title: string
  readonly description?: string
  readonly shell: 'site' | 'bare'
  readonly access: readonly Audience[]
  /** Query and route parameters the page takes. */
  readonly params: Readonly<Record<string, { readonly required: boolean }>>
  /** From 首页 to the parent page; the page itself is not in it. */
  readonly trail: readonly { readonly title: string; readonly path: string }[]
  readonly theme?: { readonly color: string; readonly cover: string }
  /** Goes there unless the visitor arrives from it (NAV-06). */
  readonly onlyFrom?: string
}

export const PAGE_KINDS = ['list', 'detail', 'compare', 'form', 'zone'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

export interface ListPage extends PageBase {
  readonly kind: 'list'
  readonly source: Source
  readonly contentType?: string
  readonly view: 'rows' | 'table' | 'cards'
  readonly filters: readonly Filter[]
  readonly columns: readonly Column[]
  readonly sorts: readonly { readonly value: string; readonly label: string }[]
  /** Filter shown as tabs above the list. */
  readonly tabs?: Filter
  readonly open?: Link
  readonly actions: readonly Action[]
  /** Buttons of each row of a table; `item` is the row. */
  readonly rowActions: readonly Action[]
  readonly aside: readonly Section[]
  readonly badge?: string
}

export interface DetailPage extends PageBase {
  readonly kind: 'detail'
  readonly source: Source
  readonly contentType?: string
  readonly heading: string
  readonly meta: readonly Column[]
  readonly facts: readonly Column[]
  readonly body: readonly Column[]
  readonly viewed?: Source
  /** Names the items before and after. */
  readonly neighbours?: Source
  readonly actions: readonly Action[]
  readonly sections: readonly Section[]
  readonly aside: readonly Section[]
  readonly lifecycle?: Lifecycle
  readonly badge?: string
}

export interface ComparePage extends PageBase {
  readonly kind: 'compare'
  /** Info call; its `id` parameter is filled per compared item. */
  readonly source: Source
  readonly heading: string
  readonly rows: readonly Column[]
  readonly max: number
  readonly pick?: Link
  readonly open?: Link
}

/** One of several ways to the same end, chosen by tabs: another form, or a visit elsewhere. */
export interface FormWay {
  readonly value: string
  readonly title: string
  readonly form?: FormModel
  readonly submit?: Source
  /** Answers `{ url }`, where the visitor is sent. */
  readonly visit?: Source
  readonly note?: string
}

export interface FormPage extends PageBase {
  readonly kind: 'form'
  readonly form: FormModel
  readonly submit: Source
  /** Reads what is to be edited, or an earlier submission. */
  readonly load?: Source
  readonly update?: Source
  readonly check?: Source
  /** Where a signed-in user's draft is kept. */
  readonly draft: boolean
  readonly intro?: string
  readonly receipt: {
    readonly title: string
    readonly next: string
    readonly follow?: Link
    readonly followLabel?: string
  }
  /** `sign-in` stores the session from the answer, `sign-out` ends it; `receipt` is the default. */
  readonly then: 'receipt' | 'sign-in' | 'sign-out'
  readonly submitLabel?: string
  readonly links?: readonly { readonly label: string; readonly link: Link }[]
  /** The first is this page's own form. */
  readonly ways?: readonly FormWay[]
  readonly review: boolean
}

export interface ZonePage extends PageBase {
  readonly kind: 'zone'
  readonly hero?: { readonly title: string; readonly slogan: string }
  readonly sections: readonly Section[]
  readonly category?: string
}

export type Page = ListPage | DetailPage | ComparePage | FormPage | ZonePage

/** The whole compiled configuration. Immutable; `hash` is the content hash of all of it. */
export interface Model {
  readonly hash: string
  readonly pages: readonly Page[]
  readonly operations: readonly Operation[]
  readonly contentTypes: readonly ContentType[]
  readonly dictionaries: readonly Dictionary[]
  readonly forms: readonly FormModel[]
  readonly menu: readonly MenuNode[]
  readonly zones: readonly ZoneEntry[]
  /** Samples by content type, as written in the samples file. */
  readonly samples: Readonly<Record<string, readonly Json[]>>
}
