// Declares the common properties of compiled pages, and their parts: links, columns, filters, sections.

import type { Audience } from '#shared/access/roles.ts'
import type { CONSOLE_CALLS } from '#shared/calls/program-calls.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { ActionKind } from '#shared/generated/action-kinds.ts'
import type { Remarkable } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { Field, FieldType, FormModel, SubmissionPolicy } from './content-model.ts'
import type { ItemPicture } from './item-picture.ts'
import type { Json } from './json.ts'
import type { Method } from './operation-model.ts'

/**
 * A read call that is bound to a page: its parameters may contain placeholders.
 *
 * @example
 * const source: Source = {
 *   operation: 'demand.list', method: 'GET', path: '/newapi/demand/list', params: { status: '{query.status}' },
 * }
 */
export interface Source {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly params: Readonly<Record<string, Json>>
  /** The body of a POST, if no form provides it. */
  readonly body?: Readonly<Record<string, Json>>
  /** It concerns the own account only, so the blacklisted may call it too. */
  readonly personal?: true
}

/**
 * A link to another page. `path` is the route of that page, or a placeholder for an address that the item contains;
 * `params` may contain placeholders.
 *
 * @example
 * const link: Link = { page: 'demand/detail', path: '/needDetail', params: { id: '{item.id}' } }
 */
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

/**
 * A column of a list or a fact of an item: a field that a cell widget renders.
 *
 * @example
 * const heading = (column: Column) => `${column.label}${column.field.unit ? `（${column.field.unit}）` : ''}`
 */
export interface Column {
  readonly field: Field
  readonly label: string
  readonly cell: string
  readonly options?: Json
}

/**
 * A filter of a list: its widget, and the query parameter that it sets.
 *
 * @example
 * const title = (filter: Filter) => `按${filter.label}筛选`
 */
export interface Filter {
  /** Query parameter; equals the field's name, or `keyWord`. */
  readonly name: string
  readonly label: string
  readonly widget: string
  readonly field?: Field
  /** The source of a reference's choices: the list of its target type. */
  readonly source?: Source
  /**
   * For a filter of states: the audiences that may ever see an item in a state; states not named here are open to
   * all.
   */
  readonly seenBy?: Readonly<Record<string, readonly Audience[]>>
  readonly options?: Json
}

/** The transition that takes a bulk action back; `reason`: it is refused without one. */
export interface UndoTransition {
  readonly transition: string
  readonly reason?: boolean
}

/** As much of a field as a table file says of it. */
export interface ExportColumn {
  readonly name: string
  readonly title: string
  readonly type: FieldType
  readonly dict?: string
  readonly unit?: string
}

export interface Action {
  readonly do: ActionKind
  readonly label: string
  readonly icon?: string
  readonly when?: Condition
  readonly link?: Link
  readonly transition?: string
  /** The forms that its step may ask for, by name; the server's offer says which one is due. */
  readonly forms?: Readonly<Record<string, FormModel>>
  readonly source?: Source
  /** Audiences that may call `source`; absent means everybody who is signed in. */
  readonly access?: readonly Audience[]
  /** The list of the answer whose entries are saved as lines of JSON. */
  readonly lines?: string
  /** Takes back what `source` did, where that is another call. */
  readonly undo?: Source
  readonly confirm?: string
  readonly reason?: TransitionReason
  /** Fields that it may name for correction. */
  readonly remarks?: readonly Remarkable[]
  /** Message after success. */
  readonly done?: string
  readonly then?: 'stay' | 'sign-out'
  /** The main one of its page; of transitions those that make the item public. */
  readonly primary?: boolean
  /** A transition that takes the item on: none that takes back, turns down or needs a reason. */
  readonly forward?: boolean
  /** After it the item is gone. */
  readonly danger?: boolean
  /** Audiences that may undo it. */
  readonly undoneBy?: readonly Audience[]
  /** States in which it makes sense: those that everybody reads, or from which a step leads. */
  readonly states?: readonly string[]
  /** Labels of a bulk transition by the state of the items, if they differ. */
  readonly labels?: Readonly<Record<string, string>>
  /** Of a bulk transition: the transition that leads back, by the state that an item left. */
  readonly undoBy?: Readonly<Record<string, UndoTransition>>
  /** It makes no sense on what is one's own. */
  readonly notOwn?: boolean
  /** Of the list, for its file. */
  readonly columns?: readonly ExportColumn[]
  /**
   * The offer to assign the item, as the server returns it with the transition: the field that names which of their
   * own items the taker takes it for.
   */
  readonly claim?: AssignmentOffer
  /** What is chosen from a list before a call: one of the entries of `source`. */
  readonly choice?: { readonly field: string; readonly title: string; readonly source: Source }
}

export interface AssignmentOffer {
  readonly field: string
  readonly title: string
  /** `barred` says why it is not open to that one now. */
  readonly among: readonly { readonly id: string; readonly title: string; readonly barred?: string }[]
}

/** A call that a section offers; `access` where not everybody signed in may make it. */
export interface SectionCall extends Source {
  readonly access?: readonly Audience[]
}

/** The content type that the source of a section reads, as far as sections need it. */
export interface SectionContent {
  readonly type: string
  readonly title: string
  readonly badge?: string
  readonly icon?: string
  /** Field that is an item's title. */
  readonly heading: string
  /** Field by which a cover is drawn. */
  readonly category?: string
  readonly picture?: ItemPicture
  /** Columns for the options that name a field, by option. */
  readonly columns: Readonly<Record<string, Column>>
  /** Columns for the options that list fields, by option. */
  readonly lists?: Readonly<Record<string, readonly Column[]>>
  /** Further calls of the type that the widget asks for, by endpoint name. */
  readonly calls: Readonly<Record<string, SectionCall>>
  /** The fields a writer fills in, where the widget offers `add` or asks for `update`. */
  readonly fields?: readonly Field[]
  /** The conditions for submitting something under the item shown, and the audiences that may not. */
  readonly admission?: SubmissionPolicy
}

/** The text of an empty list, and the link in it. */
export interface EmptyState {
  readonly text: string
  readonly label?: string
  readonly link?: Link
}

/**
 * A section of a page: its widget, the read call that fills it, its links and its options.
 *
 * @example
 * const columns = (section: Section) => section.columns?.map(({ label }) => label) ?? []
 */
export interface Section {
  readonly widget: string
  readonly content?: SectionContent
  readonly title?: string
  readonly source?: Source
  readonly more?: Link
  readonly open?: Link
  /** Columns shown for each item besides its title. */
  readonly columns?: readonly Column[]
  /** Columns of the 12-column grid; default 12. */
  readonly span?: number
  /** Set where it is left out while it has nothing to show. */
  readonly optional?: true
  /** The text shown while it is empty, and the link in it. */
  readonly empty?: EmptyState
  /** Set where a phone leaves it out. */
  readonly wideOnly?: true
  /** Content types whose changes it follows while it is open. */
  readonly live?: readonly string[]
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
/** The frame around a page; `bare` has no menus. */
export type Shell = Surface | 'bare'

export interface PageBase {
  readonly id: string
  readonly kind: PageKind
  readonly path: string
  readonly title: string
  readonly description?: string
  readonly shell: Shell
  /** Absent on the site's pages. */
  readonly surface?: 'console'
  /** Addresses of the calls that pages of the console make by themselves. */
  readonly calls?: Readonly<Partial<Record<(typeof CONSOLE_CALLS)[number], string>>>
  readonly access: readonly Audience[]
  /** Query and route parameters the page takes. */
  readonly params: Readonly<Record<string, { readonly required: boolean }>>
  /** From 首页 to the parent page; the page itself is not in it. */
  readonly trail: readonly { readonly title: string; readonly path: string }[]
  readonly theme?: {
    readonly color: string
    readonly cover: string
    readonly scene?: string
    readonly variant?: number
    /** The subject of the scene, in percent from the left and the top. */
    readonly focus?: { readonly x: number; readonly y: number }
  }
  /** Differences from the usual title bar; pages of the first level have a title bar only with it. */
  readonly titleBar?: TitleBarModel
  /** Goes there unless the visitor arrives from it (NAV-06). */
  readonly onlyFrom?: string
}

/** Models by kind of page; each is entered by its own file in `pages/`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from there
export interface PageKinds {}
export type PageKind = keyof PageKinds
/**
 * A compiled page of any kind; `kind` distinguishes them.
 *
 * @example
 * const sourceOf = (page: Page) => (page.kind === 'detail' ? page.source : undefined)
 */
export type Page = PageKinds[PageKind]
