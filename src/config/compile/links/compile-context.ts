// Declares the context of compiling a page: where it is written, and the names it may refer to.

import type { RecordType } from '#config/compile/fields/record-type.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { ContentType, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { PageKind, Surface } from '#shared/model/page-model.ts'

/** A call that answers a few fields of an item only. */
export interface AnsweredFields {
  readonly operation: string
  /** The path at which the call is named. */
  readonly path: Path
  readonly fields: readonly string[]
}

export interface WrittenPageHead {
  readonly id: string
  readonly kind: PageKind
  /** Written as a zone's file. */
  readonly isZone?: true
  readonly path: string
  readonly title: string
  /** The audience that may open the page. */
  readonly access: readonly Audience[]
  readonly params: Readonly<Record<string, { readonly required: boolean }>>
  readonly parent?: string
  /** As its file says; pages below it follow. */
  readonly surface?: Surface
  /** Of a page that shows one item: the operation that reads it, and who opens the page. */
  readonly shows?: { readonly operation: string; readonly access: readonly Audience[] }
  /** Of a list: the operation that reads it. */
  readonly lists?: string
  /** Of a page that compares: how many items at most. */
  readonly max?: number
}

export interface CompileContext {
  readonly context: Context
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly forms: ReadonlyMap<string, FormModel>
  readonly operations: ReadonlyMap<string, Operation>
  /** By what their ids begin with: a content type, or a group of others. */
  readonly operationsOf: ReadonlyMap<string, readonly Operation[]>
  readonly pages: ReadonlyMap<string, WrittenPageHead>
  readonly pagesByTitle: ReadonlyMap<string, readonly WrittenPageHead[]>
  /** Pages that list items, by content type. */
  readonly listsOf: ReadonlyMap<string, readonly WrittenPageHead[]>
  /** Of each page whether the menu shows it; empty where there is no menu. */
  readonly inMenu: ReadonlyMap<string, boolean>
  /** The page that shows one item to everybody, by content type. */
  readonly details: ReadonlyMap<string, WrittenPageHead>
}

export const operationGroup = ({ id }: Pick<Operation, 'id'>): string => id.slice(0, id.indexOf('.'))

/** The title of a content type, or its name where it is none of the portal's. */
export const titleOfType = ({ contentTypes }: CompileContext, type: string): string =>
  contentTypes.get(type)?.title ?? type

/** A page that is compiled, and the part of it at a place. */
interface PageFacts {
  readonly compilation: CompileContext
  readonly document: Document
  readonly head: WrittenPageHead
  /** The roots with which placeholders may begin. */
  readonly roots: readonly string[]
  /** The type of `item`, where it is known. */
  readonly record?: RecordType | undefined
  /** The few fields of it that its call answers, where it does not answer all. */
  readonly answers?: AnsweredFields | undefined
  /** The audience that may open the page, where it is known. */
  readonly access?: readonly Audience[] | undefined
  /** The conditions under which the surrounding part is shown. */
  readonly shownWhen?: readonly Condition[] | undefined
  /** The record, where it is content. */
  readonly type?: ContentType | undefined
  /** What the call that reads it does, where it is content. */
  readonly action?: string | undefined
}

/**
 * A place in the file of a page, with what is known there.
 *
 * @example
 * const row = at.at('open').withItem()
 * row.report('link_type', '无法确定打开哪类内容的页面')
 */
export class PagePlace extends Place implements PageFacts {
  readonly compilation: CompileContext
  readonly head: WrittenPageHead
  readonly roots: readonly string[]
  readonly record: RecordType | undefined
  readonly answers: AnsweredFields | undefined
  readonly access: readonly Audience[] | undefined
  readonly shownWhen: readonly Condition[] | undefined
  readonly type: ContentType | undefined
  readonly action: string | undefined

  constructor(facts: PageFacts, path: Path = []) {
    super(facts.compilation.context, facts.document, path)
    this.compilation = facts.compilation
    this.head = facts.head
    this.roots = facts.roots
    this.record = facts.record
    this.answers = facts.answers
    this.access = facts.access
    this.shownWhen = facts.shownWhen
    this.type = facts.type
    this.action = facts.action
  }

  override at(...keys: Path): PagePlace {
    return new PagePlace(this, [...this.path, ...keys])
  }

  override in(path: Path): PagePlace {
    return new PagePlace(this, path)
  }

  /** The same place, where something else is known. */
  with(change: Partial<PageFacts>): PagePlace {
    return new PagePlace({ ...this, ...change }, this.path)
  }

  /** Adds the root `item`, for parts with one item: a row, a card, the item that a page shows. */
  withItem(): PagePlace {
    return this.roots.includes('item') ? this : this.with({ roots: [...this.roots, 'item'] })
  }
}

export const ROOTS_OF_PAGES: readonly string[] = ['query', 'params', 'user']
export const ROOTS_OF_ITEMS: readonly string[] = [...ROOTS_OF_PAGES, 'item']
