// Owns the types of compiled fields, forms, dictionaries, content types and operations.
import type { Condition } from './condition.ts'
import type { Lifecycle, TransitionAction } from './lifecycle.ts'
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
  /** Weight in the search vector. */
  readonly search?: 'A' | 'B' | 'C' | 'D'
  readonly filter: boolean
  readonly sort: boolean
  /** Filled by the server instead of a writer: the owner's entry in the directory that `ref` names. */
  readonly from?: 'owner.directory'
  /** No two items of the type that are still there hold the same; the database holds it. */
  readonly unique?: true
  /** Who may see the field; absent means everyone who may read the item. */
  readonly visible?: readonly Audience[]
  /** In which states and by whom it may be written; absent means in all, by whoever may write the item. */
  readonly set?: FieldSetting
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
  'set',
  'own',
  'save',
  'checkSubmitted',
  'commentList',
  'commentAdd',
  'commentLike',
  'commentDelete',
  'commentReport',
  'draftGet',
  'draftSave',
] as const

export type ContentAction = (typeof CONTENT_ACTIONS)[number] | TransitionAction

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
export interface Admission {
  /** States of the parent. */
  readonly states: readonly string[]
  /** Date field of the parent: its last day. */
  readonly until?: string
  /** Who hands nothing in, whatever else he may. */
  readonly not?: readonly Audience[]
  /** Values of fields of the parent with which nothing new is taken. */
  readonly except?: Readonly<Record<string, readonly string[]>>
}

/** What a step makes of the item above: its field goes from one of several values to another. */
export interface Advance {
  readonly field: string
  /** With any other value, but `to` itself, the step is not open. */
  readonly from: readonly string[]
  readonly to: string
}

/** The field that a specified parameter of lists asks, and whether by its value or by a name it contains. */
export interface ListParameter {
  readonly field: string
  readonly match: 'value' | 'name'
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
  readonly admission?: Admission
  readonly advances?: Readonly<Partial<Record<TransitionAction, Advance>>>
  /** Field that tells what one owner hands in apart, under one parent where there is one. */
  readonly distinct?: string
  readonly category?: string
  readonly region?: string
  /** Parameters of lists under other names than their fields', such as `provinceId`. */
  readonly parameters: Readonly<Record<string, ListParameter>>
  /** Boolean field that, while true, hides the owner from all but himself and those who examine. */
  readonly anonymous?: string
  readonly heading: string
  /** Whether comments are judged before everybody reads them; by default only those that were reported. */
  readonly comments?: { readonly review: 'before' | 'after' }
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

/** Where a field of the entry comes from: an answer, the beginning of a code, or always the same. */
export interface DirectoryField {
  readonly to: string
  /** Field of the form. */
  readonly from?: string
  /** So many characters of a code, such as the category that a class begins with. */
  readonly start?: number
  readonly value?: string | number | boolean
}

export interface Directory {
  /** Content type of the entries. */
  readonly type: string
  /** Field of the entry by which one that is there already is recognised, such as a credit code. */
  readonly key?: string
  /** Only accounts whose answers fulfil it have an entry. */
  readonly when?: Condition
  readonly fields: readonly DirectoryField[]
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
  /** The fields that need a consent of their own, and the version of the policy it is given to. */
  readonly sensitive?: { readonly fields: readonly string[]; readonly version: string }
  /** What an approved account of this registration becomes. */
  readonly directory?: Directory
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
