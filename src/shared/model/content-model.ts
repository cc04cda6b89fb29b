// Owns the types of compiled fields, forms, dictionaries, content types and operations.

import type { Viewer } from '#shared/access/field-read-access.ts'
import type { Audience, Role } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import type { Expression } from '#shared/expressions/expression.ts'
import type { Every } from '#shared/formats/periods.ts'
import type { Agreement } from '#shared/forms/agreement.ts'
import type { Directory } from '#shared/identity/directory-model.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { FieldSource, NamedKind } from './field-source.ts'
import type { ItemPicture } from './item-picture.ts'
import type { Join } from './joined-field.ts'
import type { NoticeEvents } from './notice-events.ts'
import type { Advance } from './parent-advance.ts'
import type { RelationRule } from './relation-rule.ts'
import type { Structured } from './structured-data.ts'

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

/** A new item is in no state yet. */
export interface FieldSetting {
  readonly states?: readonly string[]
  readonly by?: readonly Audience[]
  /** What is said to who writes it all the same. */
  readonly message: string
}

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
  /** What an object holds is what the parameter set says that the field `by` chooses. */
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
  /** Whom it names by an id that the server has filled in: readers get the name beside it. */
  readonly names?: NamedKind
  /** No two items of the type that are still there hold the same; the database holds it. */
  readonly unique?: true
  /** States of the item in which what the reference leads to is not deleted. */
  readonly holds?: readonly string[]
  /** What it was taken from above it goes on saying, whenever that changes. */
  readonly follows?: true
  /** What has to hold of what the reference leads to for a step to write it, and the words where it does not. */
  readonly demands?: { readonly when: Condition; readonly words: string }
  /** Who may see the field; absent means everyone who may read the item. */
  readonly visible?: readonly Viewer[]
  /** In which states and by whom it may be written; absent means in all, by whoever may write the item. */
  readonly set?: FieldSetting
  /** Read from what the reference `by` leads to, where that is of the type and in one of the states. */
  readonly join?: Join
  /** What it comes to, of the other fields of the item. */
  readonly computed?: Expression
  /** True for the columns every type has (`createdAt`, `viewCount` …), for what is joined or computed: nobody writes it. */
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
  'trend',
  'facets',
  'categories',
  'parameters',
  'compare',
  'stars',
  'add',
  'update',
  'set',
  'own',
  'save',
  'standing',
  'checkSubmitted',
  'commentList',
  'commentAdd',
  'commentLike',
  'commentDelete',
  'commentReport',
  'draftGet',
  'draftSave',
  'bulk',
] as const

/** What the engine does with items of every type; besides these a call can take a transition of the lifecycle. */
export type ContentAction = (typeof CONTENT_ACTIONS)[number]

export function isContentAction(action: string): action is ContentAction {
  return (CONTENT_ACTIONS as readonly string[]).includes(action)
}

export type Method = 'GET' | 'POST'

/** One call of the interface; `id` is `<type>.<endpoint>` or `<group>.<name>`. */
export interface Operation {
  readonly id: string
  readonly summary: string
  /** What was done by calling it, as the audit log says it. */
  readonly deed: string
  readonly method: Method
  /** Full path with `{name}` parameters, such as `/newapi/demand/info/{id}`. */
  readonly path: string
  readonly access: readonly Audience[]
  /** Whether it changes anything a user wrote; a blacklisted user is refused, unknown parameters too. */
  readonly writes: boolean
  /** It concerns the own account only, and no other user sees it: open to whoever else may write nothing. */
  readonly personal?: true
  /** Path and query parameters: closed object schema. */
  readonly params: JsonSchema
  /** Body schema of POST calls. */
  readonly body?: JsonSchema
  /** The form that the body is; its conditions decide which fields are required. */
  readonly form?: string
  /** The role that whoever hands the form in gets. */
  readonly registers?: Role
  /** The body holds only what changes of the form's answers; null empties a field. */
  readonly changes?: true
  /** Most bytes and values of a body, where what the schema can hold is not the measure. */
  readonly limits?: { readonly bytes?: number; readonly values?: number }
  /** Schema of `data` in the answer, for OpenAPI and response serialisation. */
  readonly result?: JsonSchema
  /** Set for calls that the content engine serves. */
  readonly content?: ContentCall
}

export interface ContentCall {
  readonly type: string
  /** One of `CONTENT_ACTIONS`, or the action of a transition. */
  readonly action: string
  /** Fixed filter values that the caller cannot change, such as `{ "status": "online" }`. */
  readonly fixed: Readonly<Record<string, string | number | boolean>>
  /** Default sort, such as `-publishedAt` or `-hot`. */
  readonly sort?: string
  /** The only fields of an item that the answer holds, besides its id and title. */
  readonly fields?: readonly string[]
  /** What is grouped by, or which numbers make up a portrait. */
  readonly by?: readonly string[]
  /** Numbers of which a statistic tells what they come to. */
  readonly of?: readonly string[]
  /** The periods that a statistic counts times by; months where it is not said. */
  readonly every?: Every
  /** Fields filled by the server that the caller has to name: with another value the call is refused. */
  readonly marks?: readonly string[]
  /** What somebody is told of where he stands to an item, by name. */
  readonly standing?: Readonly<Record<string, RelationRule>>
}

/** Who reads what lies under an item, as that item's own field decides. */
export interface Disclosure {
  /** Field of the parent type. */
  readonly field: string
  /** Its values with which everybody reads what the lifecycle leaves open. */
  readonly open: readonly string[]
  /** Who reads it with any other value, or while not everybody may read the parent. */
  readonly otherwise: readonly Audience[]
}

/** When new items may be handed in under a parent. */
export interface SubmissionPolicy {
  /** States of the parent. */
  readonly states: readonly string[]
  /** Date field of the parent: its last day. */
  readonly until?: string
  /** Who alone hands anything in; absent means whoever may call. */
  readonly by?: readonly Audience[]
  /** Who hands nothing in, whatever else he may. */
  readonly not?: readonly Audience[]
  /** Values of fields of the parent with which nothing new is taken. */
  readonly except?: Readonly<Record<string, readonly string[]>>
}

/** Days on which something is taken, both included; what is absent has no end there. */
export interface Period {
  readonly from?: string
  readonly until?: string
}

/** What handing an item in makes of the item above: its state follows the value of a field. */
export interface Taking {
  readonly field: string
  /** State that the item above goes to, by value of the field. */
  readonly steps: Readonly<Record<string, string>>
  /** Values with which the item above stays where it is; no others can be given. */
  readonly stays?: readonly string[]
  /** Field that holds the words of the step. */
  readonly words?: string
}

/** The field that a specified parameter of lists asks: by its value, a name it contains, or an end of its range. */
export interface ListParameter {
  readonly field: string
  readonly match: 'value' | 'name' | 'from' | 'to'
}

/** What stands of a content type on the map: its public items that have a region. */
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
  /** Field that tells what one owner hands in apart, under one parent where there is one. */
  readonly distinct?: string
  /** Whoever published the item above stays a party of it after that item is gone. */
  readonly outlives?: true
  /** A person may have several that he saves; otherwise there is one, which saving finds. */
  readonly several?: true
  /** First and last day, in the portal's time, on which it may be handed in. */
  readonly period?: Period
  /** Set where items may be imported from a table: the fields by which an item that its owner has already is known. */
  readonly import?: { readonly same: readonly string[] }
  readonly category?: string
  /** Absent where nothing but covers can be drawn. */
  readonly picture?: ItemPicture
  readonly region?: string
  /** Set where its items are on the map; `order` among the layers, the smallest first. */
  readonly map?: MapLayer & { readonly order: number }
  /** What search engines are told of its items. */
  readonly structured?: Structured
  /** Its items can be followed: whoever does hears of what refers to them. */
  readonly follow?: true
  /** Absent where its items make no events. */
  readonly calendar?: readonly CalendarEvent[]
  /** Parameters of lists under other names than their fields', such as `provinceId`. */
  readonly parameters: Readonly<Record<string, ListParameter>>
  /** Boolean field that, while true, hides the owner from all but himself and those who examine. */
  readonly anonymous?: string
  readonly heading: string
  /** Whether comments are judged before everybody reads them; by default only those that were reported. */
  readonly comments?: { readonly review: 'before' | 'after' }
  /** What besides transitions leads to notices. */
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
  /** Who reads it; everybody where it is not said. */
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
  /** What things of this category are counted in, such as 台. */
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
  /** Of a content type: what follows from the answers, shown while they are given. */
  readonly computed?: readonly Field[]
  readonly agreement?: Agreement
  /** The fields that need a consent of their own, and the version of the policy it is given to. */
  readonly sensitive?: { readonly fields: readonly string[]; readonly version: string }
  /** What an approved account of this registration becomes. */
  readonly directory?: Directory
  /** What fields were called before, where migrations renamed them. */
  readonly formerNames?: Readonly<Record<string, readonly string[]>>
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
