// Declares the compiled fields, forms, dictionaries, content types and operations.

import type { Viewer } from '#shared/access/field-read-access.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Expression } from '#shared/expressions/expression.ts'
import type { Agreement } from '#shared/forms/agreement.ts'
import type { Directory } from '#shared/identity/directory-model.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { ContentChecks } from './content-checks.ts'
import type { FieldSource, NamedKind } from './field-source.ts'
import type { Aggregate, ItemLimits } from './item-limits.ts'
import type { ItemPicture } from './item-picture.ts'
import type { Join } from './joined-field.ts'
import type { Json, JsonSchema } from './json.ts'
import type { NoticeEvents } from './notice-events.ts'
import type { ListParameter, Method } from './operation-model.ts'
import type { Advance } from './parent-advance.ts'
import type { Structured } from './structured-data.ts'

/** The content of a field, as far as storage, filters, cells and inputs depend on it. */
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

/**
 * The type of a field, which decides its default widgets and how it is stored, filtered and sorted.
 *
 * @example
 * const isList = (type: FieldType) => type === 'dict-list' || type === 'ref-list' || type === 'text-list'
 */
export type FieldType = (typeof FIELD_TYPES)[number]

/** A new item is in no state yet. */
export interface FieldSetting {
  readonly states?: readonly string[]
  readonly by?: readonly Audience[]
  /** The message to a caller who writes it nevertheless. */
  readonly message: string
}

/** How long personal data stay after their item has ended. */
export interface Retention {
  readonly years?: number
  readonly days?: number
  /** States that end the item; by default those that are final, deleted, or that no transition leaves. */
  readonly states?: readonly string[]
}

/** Why personal data are collected, and how long they stay. */
export interface PersonalUse {
  readonly purpose?: string
  /** Absent where they stay as long as the account of their owner. */
  readonly retention?: Retention
  /** The retention as the person was told of it who consented to it (`x-sensitive`). */
  readonly promise?: string
}

/**
 * A compiled field of a form or content type: its type, its schema, its references, and the rules of reading and
 * writing it.
 *
 * @example
 * const heading = ({ title, unit }: Field) => (unit === undefined ? title : `${title}（${unit}）`)
 */
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
  /** Fields of registration forms, the first of which that the account has filled in fills a new form. */
  readonly prefill?: readonly string[]
  /** Some items say it in another unit, which can be said in this one: of a parameter that several categories share. */
  readonly isMixed?: true
  /** Which of two values is the better one. */
  readonly better?: 'high' | 'low'
  /** Usual distance of values. */
  readonly step?: number
  /** Of a field that holds a category: the dictionaries of its level and those above, from the top. */
  readonly levels?: readonly string[]
  /** Parameters inside of an object field: the set that the value of `by` chooses. */
  readonly parameters?: { readonly family: string; readonly by: string }
  /** Derived when it is read: the category above the value of this field, on the level of the own dictionary. */
  readonly of?: string
  /** Weight in the search vector. */
  readonly search?: 'A' | 'B' | 'C' | 'D'
  readonly filter: boolean
  readonly sort: boolean
  /** A last day: ordered upwards, what is not over comes first, and what is over after it. */
  readonly soonest?: true
  /** Filled by the server instead of a writer: when the item is added, or with a step. */
  readonly from?: FieldSource
  /** The kind of thing that a server-filled id names; readers also get its name. */
  readonly names?: NamedKind
  /** No two items of the type that are still there hold the same; the database holds it. */
  readonly unique?: true
  /** States of the item in which what the reference leads to is not deleted. */
  readonly holds?: readonly string[]
  /** True if the field follows its source in the parent whenever that changes. */
  readonly follows?: true
  /**
   * The condition that the target of the reference must meet when a transition writes it, and the message if it does
   * not.
   */
  readonly demands?: { readonly when: Condition; readonly words: string }
  /**
   * What `x-personal` or `x-sensitive` says of the field alone; false where it says that the field is not personal.
   * Whether it is personal says its schema (`canContainNumber`).
   */
  readonly personal?: PersonalUse | false
  /** Audiences that may see the field; absent means everyone who may read the item. */
  readonly visible?: readonly Viewer[]
  /**
   * States in which and audiences by which it may be written; absent means in all, by everyone who may write the
   * item.
   */
  readonly set?: FieldSetting
  /** Read from what the reference `by` leads to, where that is of the type and in one of the states. */
  readonly join?: Join
  /** The expression that computes the value from the other fields of the item. */
  readonly computed?: Expression
  /**
   * True for the columns of every type (`createdAt`, `viewCount` …), and for joined or computed fields: nobody writes
   * them.
   */
  readonly system: boolean
  /** Self-contained JSON Schema of the value, `$ref` resolved. */
  readonly schema: JsonSchema
}

/** Readers of the children of an item, as a field of that item decides. */
export interface Disclosure {
  /** Field of the parent type. */
  readonly field: string
  /** Its values with which everybody reads what the lifecycle leaves open. */
  readonly open: readonly string[]
  /** Readers with any other value, or while the parent is not public. */
  readonly otherwise: readonly Audience[]
}

/** The conditions under which new items may be submitted under a parent. */
export interface SubmissionPolicy {
  /** States of the parent. */
  readonly states: readonly string[]
  /** Date field of the parent: its last day. */
  readonly until?: string
  /** The only audiences that may submit; absent means everyone who may call. */
  readonly by?: readonly Audience[]
  /** Audiences that may not submit, whatever other rights they have. */
  readonly not?: readonly Audience[]
  /** Values of fields of the parent with which nothing new is taken. */
  readonly except?: Readonly<Record<string, readonly string[]>>
}

/** Days on which something is taken, both included; what is absent has no end there. */
export interface Period {
  readonly from?: string
  readonly until?: string
}

/** The effect of a submission on the parent: its new state depends on the value of a field. */
export interface Taking {
  readonly field: string
  /** State that the item above goes to, by value of the field. */
  readonly steps: Readonly<Record<string, string>>
  /** Values with which the item above stays where it is; no others can be given. */
  readonly stays?: readonly string[]
  /** Field that holds the words of the step. */
  readonly words?: string
}

/** The content of a type's layer on the map: its public items that have a region. */
export interface MapLayer {
  readonly title: string
  /** Of its markers, such as `#0B4EA2`. */
  readonly color: string
  /** Number fields with degrees, both or none; items without them are placed within their region. */
  readonly longitude?: string
  readonly latitude?: string
  /** The setting that says how many kilometres are near, such as `missionParameter.autoMatchRadiusKm`. */
  readonly within?: string
}

/**
 * A compiled content type: its fields, its lifecycle, the rules of its submission, and the use of its items in
 * lists, maps, searches and notices.
 *
 * @example
 * const filters = ({ fields }: ContentType) => fields.filter(({ filter }) => filter).map(({ name }) => name)
 */
/** How many items may be pinned at a time, and the values that those of the list have that pins order. */
export interface Pins {
  readonly most: number
  readonly fixed: Readonly<Record<string, string | number | boolean>>
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
  readonly disclosure?: Disclosure
  readonly admission?: SubmissionPolicy
  readonly advances?: Readonly<Record<string, Advance>>
  readonly takes?: Taking
  /** By field: what it counts of the items below. */
  readonly aggregates?: Readonly<Record<string, Aggregate>>
  readonly limits?: ItemLimits
  /** Field that must differ between the items of one owner, under one parent if the type has one. */
  readonly distinct?: string
  /** True if the owner of the parent stays a party to this item after the parent was deleted. */
  readonly outlives?: true
  /** True if a person may have several saved items; otherwise there is one, which saving updates. */
  readonly several?: true
  /** First and last day, in the portal's time, on which it may be submitted. */
  readonly period?: Period
  /** Set where items may be imported from a table: the fields by which an item that its owner has already is known. */
  readonly import?: { readonly same: readonly string[] }
  readonly category?: string
  /** Absent where nothing but covers can be drawn. */
  readonly picture?: ItemPicture
  readonly region?: string
  /** Set where its items are on the map; `order` among the layers, the smallest first. */
  readonly map?: MapLayer & { readonly order: number }
  /** The data about its items for search engines. */
  readonly structured?: Structured
  /** True if its items can be followed: followers are notified of items that refer to them. */
  readonly follow?: true
  /** What is checked before something is submitted. */
  readonly checks?: ContentChecks
  /** Absent where no items can be pinned. */
  readonly pins?: Pins
  /** False where saves make no versions. */
  readonly versions?: false
  /** Absent where its items make no events. */
  readonly calendar?: readonly CalendarEvent[]
  /** Parameters of lists under other names than their fields', such as `provinceId`. */
  readonly parameters: Readonly<Record<string, ListParameter>>
  /** Of all its personal fields that say nothing else. */
  readonly personal?: PersonalUse
  /** Boolean field that, while true, hides the owner from everyone except the owner and examiners. */
  readonly anonymous?: string
  readonly heading: string
  /** `before` if comments are moderated before everybody reads them; by default only reported ones are. */
  readonly comments?: { readonly review: 'before' | 'after' }
  /** Events besides transitions that lead to notices. */
  readonly events?: NoticeEvents
  /** Steps of the generated form. */
  readonly steps: readonly FormStep[]
  readonly conditions: Readonly<Record<string, Condition>>
  readonly operations: Readonly<Record<string, string>>
  /** Page that shows one item, derived from pages whose source is this type's info call. */
  readonly detailPage?: string
}

export interface Dictionary {
  readonly name: string
  /** Readers; absent means everybody. */
  readonly access?: readonly Audience[]
  readonly title: string
  readonly items: readonly DictionaryItem[]
}

/** How the cover of an item without a picture looks. */
export interface CoverStyle {
  readonly color: string
  readonly pattern: string
  readonly icon: string
  /** Scenes that are drawn instead, where the portal has them; an item takes one. */
  readonly scenes?: readonly string[]
  /** Of them, where somebody chose it; else items have different ones. */
  readonly variant?: number
  /** One of those that items have for which there is none. */
  readonly usual?: boolean
}

export interface DictionaryItem {
  readonly value: string
  readonly label: string
  /** Other words for the same: a search for one of them, or for the label, finds what holds any. */
  readonly alias?: readonly string[]
  /** Value in the dictionary of the level above, where there is one. */
  readonly parent?: string
  /** The unit in which things of this category are counted, such as 台. */
  readonly measure?: string
  readonly color?: string
  readonly look?: CoverStyle
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

/**
 * A form as browser and server use it: schema, fields, form steps, conditions and inputs.
 *
 * @example
 * const required = ({ fields }: FormModel) => fields.filter((field) => field.required).map(({ title }) => title)
 */
export interface FormModel {
  readonly id: string
  /** Grows when fields are removed or change meaning; drafts of another version are explained. */
  readonly version: number
  readonly title: string
  readonly schema: JsonSchema
  /** Address of the module that validates answers by the schema; of a compiled form. */
  readonly validatorUrl?: string
  readonly fields: readonly Field[]
  readonly steps: readonly FormStep[]
  /** When a field is shown; a hidden one is neither required nor stored. */
  readonly conditions: Readonly<Record<string, Condition>>
  readonly inputs: Readonly<Record<string, FormInput>>
  /** Of a content type: what follows from the answers, shown while they are given. */
  readonly computed?: readonly Field[]
  readonly agreement?: Agreement
  /** Of all its personal fields that say nothing else. */
  readonly personal?: PersonalUse
  /** The fields that need a consent of their own, and the version of the policy it is given to. */
  readonly sensitive?: { readonly fields: readonly string[]; readonly version: string }
  /** The directory entry of an approved account of this registration. */
  readonly directory?: Directory
  /** Former names of fields that migrations renamed. */
  readonly formerNames?: Readonly<Record<string, readonly string[]>>
}
