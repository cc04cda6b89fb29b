// Owns the types of compiled pages and of what stands on them: links, columns, filters, sections.
import type { Condition } from './condition.ts'
import type { Field, FormModel, Json, Method } from './content-model.ts'
import type { Lifecycle, StateReceipt, TransitionAction, TransitionWords } from './lifecycle.ts'
import type { Audience } from './roles.ts'

/** A read call bound to a page: parameters may hold placeholders. */
export interface Source {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly params: Readonly<Record<string, Json>>
  /** What a POST sends, where no form gives it. */
  readonly body?: Readonly<Record<string, Json>>
  /** It concerns the own account only, so the blacklisted may call it too. */
  readonly personal?: true
}

/** A link to another page, by id; `path` is that page's route. */
export interface Link {
  /** With `*` the page depends on the content type that `type` names. */
  readonly page: string
  readonly path: string
  readonly type?: string
  /** Routes by content type. */
  readonly pages?: Readonly<Record<string, string>>
  /** How many items the page compares at most, where it compares. */
  readonly max?: number
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
  /** Who may call `source`; absent where everybody signed in may. */
  readonly access?: readonly Audience[]
  /** Takes back what `source` did, where that is another call. */
  readonly undo?: Source
  readonly confirm?: string
  readonly reason?: TransitionWords
  /** What is said when it is done. */
  readonly done?: string
  readonly then?: 'stay' | 'sign-out'
  /** The main one of its page; of transitions those that make the item public. */
  readonly primary?: boolean
  /** After it the item is gone. */
  readonly danger?: boolean
  /** Who may undo that. */
  readonly undoneBy?: readonly Audience[]
  /** States in which it makes sense: those that everybody reads. */
  readonly states?: readonly string[]
  /** It makes no sense on what is one's own. */
  readonly notOwn?: boolean
}

/** What a section knows of the content type that its source reads. */
/** A call that a section offers; `access` where not everybody signed in may make it. */
export interface SectionCall extends Source {
  readonly access?: readonly Audience[]
}

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
  /** Columns for the options that list fields, by option. */
  readonly lists?: Readonly<Record<string, readonly Column[]>>
  /** Further calls of the type that the widget asks for, by endpoint name. */
  readonly calls: Readonly<Record<string, SectionCall>>
  /** The fields a writer fills in, where the widget offers `add` or asks for `update`. */
  readonly fields?: readonly Field[]
  /** Who hands in nothing under the item shown, although he may elsewhere. */
  readonly addedNotBy?: readonly Audience[]
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

/** The inputs of the title bar (TTL-01 to TTL-03). */
export interface TitleBarModel {
  readonly title?: string
  /** With the home page's route name 返回 goes there. */
  readonly type?: string
  /** Steps in the history otherwise; default -1. */
  readonly back?: number
}

/** With which controls a page is drawn: the site's own light ones, or those of who works there all day. */
export type Surface = 'site' | 'console'

export interface PageBase {
  readonly id: string
  readonly kind: PageKind
  readonly path: string
  readonly title: string
  readonly description?: string
  readonly shell: 'site' | 'bare'
  /** Absent on the site's pages. */
  readonly surface?: 'console'
  readonly access: readonly Audience[]
  /** Query and route parameters the page takes. */
  readonly params: Readonly<Record<string, { readonly required: boolean }>>
  /** From 首页 to the parent page; the page itself is not in it. */
  readonly trail: readonly { readonly title: string; readonly path: string }[]
  readonly theme?: { readonly color: string; readonly cover: string }
  /** What differs from the usual title bar; pages of the first level have one only with it. */
  readonly titleBar?: TitleBarModel
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
  /** On the rows that are ticked, whose ids go with the call as `ids`. */
  readonly bulkActions: readonly Action[]
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

/** The form is one of several, named by what was loaded. */
export interface FormChoice {
  /** Property of the loaded object that names the form. */
  readonly by: string
  /** Property that holds the answers given so far, and takes the new ones when handed in. */
  readonly values: string
  readonly forms: readonly FormModel[]
}

/** What to offer when handing in is refused with a certain code; `item` is the refusal's data. */
export interface Refusal {
  readonly code: number
  readonly label: string
  readonly link: Link
}

/** The article that a form's answers will make. */
export interface Preview extends Pick<DetailPage, 'heading' | 'meta' | 'facts' | 'body' | 'badge'> {
  /** Answer that, while true, hides who publishes. */
  readonly anonymous?: string
}

export interface FormPage extends PageBase {
  readonly kind: 'form'
  readonly preview?: Preview
  readonly form: FormModel
  readonly submit: Source
  /** Reads what is to be edited, or an earlier submission. */
  readonly load?: Source
  readonly update?: Source
  readonly check?: Source
  /** Where a signed-in user's draft is kept. */
  readonly draft: boolean
  readonly intro?: string
  /** Said above the form; placeholders read what was loaded as `item`. */
  readonly notice?: string
  readonly choice?: FormChoice
  readonly refusals?: readonly Refusal[]
  readonly receipt: {
    readonly title: string
    readonly next: string
    readonly follow?: Link
    readonly followLabel?: string
    /** Of the link to an empty form of the same page. */
    readonly againLabel?: string
    /** Parts of the answer, shown once and kept nowhere. */
    readonly facts?: readonly Column[]
    /** Dictionary of the answer's state. */
    readonly states?: string
    /** By the state that an edit of one's own left the item in; with `waiting` only where its change waits beside it. */
    readonly saved?: Readonly<Record<string, StateReceipt & { readonly waiting?: boolean }>>
  }
  /** What the button is called by states from which handing in a correction of one's own hands the item in. */
  readonly again?: Readonly<Record<string, string>>
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
