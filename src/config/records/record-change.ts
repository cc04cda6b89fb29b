// Declares the types of changes that a configuration makes to records written before it.
import type { RecordField } from './record-model.ts'

/** A holder of fields: a content type, a form with stored answers, or a category with parameters. */
export interface Holder {
  readonly kind: 'type' | 'form' | 'set'
  /** Of a set, its family and id with a slash between. */
  readonly name: string
  readonly title: string
}

export type RecordChange =
  | { readonly kind: 'type-removed' | 'form-removed' | 'set-removed'; readonly holder: Holder }
  | {
      readonly kind: 'field-removed'
      readonly holder: Holder
      readonly field: string
      readonly title: string
    }
  | {
      /**
       * `retyped`: stored values may be read as something else. `tightened`: some values may no longer be written.
       */
      readonly kind: 'field-retyped' | 'field-tightened'
      readonly holder: Holder
      readonly field: string
      readonly title: string
      /** Description of the change in Chinese, such as 最大长度由 60 改为 20. */
      readonly description: string
      /** True if no value can fit, because the field refers to something else now. */
      readonly isOther?: true
    }
  | {
      readonly kind: 'field-required'
      readonly holder: Holder
      readonly field: string
      readonly title: string
    }
  | {
      readonly kind: 'field-unique'
      readonly holder: Holder
      readonly field: string
      readonly title: string
    }
  | {
      readonly kind: 'code-removed'
      readonly dictionary: string
      readonly title: string
      readonly code: string
      readonly label: string
      /** The fields that may contain the code. */
      readonly places: readonly CodeUsage[]
    }
  | {
      readonly kind: 'state-removed' | 'state-hidden'
      readonly lifecycle: string
      readonly types: readonly string[]
      readonly state: string
      readonly title: string
      /** Of a hidden one: what was taken from its readers, in Chinese. */
      readonly description?: string
    }
  | {
      readonly kind: 'path-gone'
      readonly page: string
      readonly title: string
      readonly path: string
      /** The new id of the page, if it still exists. */
      readonly to?: string
      readonly type?: string
    }
  | {
      readonly kind: 'page-gone'
      readonly page: string
      readonly title: string
      /** The page that has its address now, if any has. */
      readonly to?: string
    }
  | { readonly kind: 'role-removed'; readonly role: string; readonly title: string }

export interface CodeUsage {
  readonly holder: Holder
  readonly field: string
  readonly shape: RecordField
}
