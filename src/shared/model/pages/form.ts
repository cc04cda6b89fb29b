// Declares the model of form pages.

import type { StateReceipt } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Column, Link, PageBase, Source } from '#shared/model/page-model.ts'
import type { DetailPage, Preview } from './detail.ts'

/** One of several ways to the same end, chosen by tabs: another form, or a visit elsewhere. */
export interface FormVariant {
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
  /** Property with the answers so far, which also takes the new ones on submission. */
  readonly values: string
  readonly forms: readonly FormModel[]
}

/** The offer made when a submission is refused with a certain code; `item` is the refusal's data. */
export interface FormRefusal {
  readonly code: number
  readonly label: string
  readonly link: Link
}

/** The subject of a form: the future parent of the item that its answers make. */
export interface FormSubjectModel extends Pick<DetailPage, 'source' | 'heading' | 'picture'> {
  /** Of its content type. */
  readonly title: string
  readonly open: Link
  readonly facts: readonly Column[]
  /** The type submitted under it, where the item above refuses it at times. */
  readonly submits?: string
  /** True if the revision that was shown is submitted with the answers, which decide about it. */
  readonly decides?: boolean
}

export interface FormPage extends PageBase {
  readonly kind: 'form'
  readonly preview?: Preview
  readonly subject?: FormSubjectModel
  readonly form: FormModel
  readonly submit: Source
  /** Reads what is to be edited, or an earlier submission. */
  readonly load?: Source
  readonly update?: Source
  /**
   * The call that tells if the form was submitted already. It is made before the form is shown, or once the fields
   * that it names as `form` have values.
   */
  readonly check?: Source
  /** True if drafts of signed-in users are kept. */
  readonly draft: boolean
  readonly intro?: string
  /** Said above the form; placeholders read what was loaded as `item`. */
  readonly notice?: string
  readonly choice?: FormChoice
  readonly refusals?: readonly FormRefusal[]
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
    /** On a generated page of the console: by the state in which an edit of another owner's item left it. */
    readonly edited?: Readonly<Record<string, StateReceipt>>
    /** Receipts for an edit by the owner that submitted a withdrawn item, by the item's previous state. */
    readonly submitted?: Readonly<Record<string, StateReceipt>>
  }
  /** Labels of the button by the states in which an edit by the owner submits the item. */
  readonly again?: Readonly<Record<string, string>>
  /** `sign-in` stores the session from the answer, `sign-out` ends it; `receipt` is the default. */
  readonly then: 'receipt' | 'sign-in' | 'sign-out'
  /** Asked before it is submitted, where nothing undoes that: the person types the own user name. */
  readonly confirm?: {
    readonly text: string
    readonly running: string
  }
  readonly submitLabel?: string
  readonly links?: readonly { readonly label: string; readonly link: Link }[]
  /** The first is this page's own form. */
  readonly ways?: readonly FormVariant[]
  readonly review: boolean
}

declare module '#shared/model/page-model.ts' {
  interface PageKinds {
    readonly form: FormPage
  }
}
