// Declares rules of the configuration check: a rule names its codes and the nodes that it wants to see.

import type { CompiledNotice } from '#config/compile/notices/compile-notices.ts'
import type { NoticeUse } from '#config/compile/notices/notice-uses.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page } from '#shared/model/page-model.ts'

/** The compiled model, with lookups. Without errors it is whole. */
export interface Lint extends Compiled {
  readonly context: Context
  readonly files: readonly Nodes['file'][]
  readonly typeOf: ReadonlyMap<string, ContentType>
  /** The type of the items above those of a type. */
  parentOf(type: ContentType): ContentType | undefined
  readonly formOf: ReadonlyMap<string, FormModel>
  readonly operationOf: ReadonlyMap<string, Operation>
  readonly pageOf: ReadonlyMap<string, Page>
  /** By type. */
  readonly idsOfSamples: ReadonlyMap<string, ReadonlySet<string>>
  /** By id. */
  readonly typeOfSample: ReadonlyMap<string, ContentType>
}

/** The nodes that rules visit, by name. `at` is the place of the node in the file that declares it. */
export interface Nodes {
  /** Once. */
  readonly model: Lint
  /** Every file that is JSON, whether its shape is right or not. */
  readonly file: { readonly at: Place; readonly kind: string; readonly id: string }
  /** Every text in those files; `path` changes during the visit. */
  readonly text: {
    readonly text: string
    readonly path: Path
    readonly file: Nodes['file']
    /** The place of the text. */
    at(): Place
  }
  /** Every list of pages and zones. */
  readonly list: { readonly at: Place; readonly key: string; readonly list: readonly unknown[] }
  /** Forms of content types and forms of their own. */
  readonly form: { readonly at: Place; readonly form: FormModel }
  readonly field: { readonly at: Place; readonly field: Field; readonly form: FormModel }
  readonly type: {
    readonly at: Place<WrittenContentType>
    readonly type: ContentType
    /** The type of items above. */
    readonly parent: ContentType | undefined
  }
  /** An operation of a content type or of schemas/api. */
  readonly operation: {
    readonly at: Place
    readonly operation: Operation
    readonly type: ContentType | undefined
  }
  readonly lifecycle: {
    readonly at: Place
    /** As its first user has it. */
    readonly lifecycle: Lifecycle
    readonly users: readonly ContentType[]
  }
  readonly transition: {
    readonly at: Place
    readonly step: Transition
    readonly users: readonly ContentType[]
  }
  /** Pages and zones that are written, not made. */
  readonly page: { readonly at: Place; readonly page: Page }
  readonly notice: {
    readonly at: Place
    readonly notice: CompiledNotice
    readonly uses: readonly NoticeUse[]
  }
  /** One `{ notify, to }`, for one of the types that it concerns. */
  readonly use: {
    readonly at: Place
    readonly use: NoticeUse
    readonly notice: CompiledNotice | undefined
    /** All uses of the same notice. */
    readonly uses: readonly NoticeUse[]
  }
  readonly samples: { readonly at: Place; readonly type: ContentType; readonly rows: readonly Row[] }
}

export type Row = Readonly<Record<string, unknown>>

/** When a rule runs, and on what. */
interface RuleOptions {
  /** Of a rule on texts: the kinds of files that it reads; absent for all. */
  readonly kinds?: readonly string[]
  /** `whole`: only in a model without errors, because the rule concludes from what is not there. */
  readonly needs?: 'whole'
  /** True if the rule runs after all others. */
  readonly last?: true
}

type Check<Kind extends keyof Nodes> = (node: Nodes[Kind], model: Lint) => void

export interface Rule extends RuleOptions {
  readonly on: keyof Nodes
  readonly check: Check<keyof Nodes>
}

/**
 * Declares a rule of the check: the nodes that it wants to see, and what it does with each; `rules.ts` lists it.
 * Severity, message, order and what silences its findings stand with its codes in `config/load/codes`.
 *
 * @example
 * export const claims = defineRule('transition', ({ at, step: { claim, title, from, to } }) => {
 *   if (claim && from.includes(to)) at.at('claim').report('claim_again', { found: to, title })
 * })
 */
export function defineRule<Kind extends keyof Nodes>(on: Kind, check: Check<Kind>): Rule
export function defineRule<Kind extends keyof Nodes>(on: Kind, options: RuleOptions, check: Check<Kind>): Rule
export function defineRule(
  on: keyof Nodes,
  ...rest: readonly [Check<never>] | readonly [RuleOptions, Check<never>]
): Rule {
  const [options, check] = rest.length === 1 ? [{}, ...rest] : rest
  return { on, ...options, check: check as Check<keyof Nodes> }
}

export const titleOf = (
  fields: readonly { readonly name: string; readonly title: string }[],
  name: string,
): string => fields.find((field) => field.name === name)?.title ?? name

export const listOf = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join('、')
