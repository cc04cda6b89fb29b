// Declares the props of an action's button.
import type { ComponentType } from 'react'
import type { ReadSource } from '#portal/core/api/use-read.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { ItemPicture } from '#shared/model/item-picture.ts'
import type { Action } from '#shared/model/page-model.ts'

/** The list that stands below the buttons, as it is narrowed and ordered. */
export interface ListedNow {
  readonly source: ReadSource | null
  readonly total: number | undefined
  /** Names of the fields that it shows. */
  readonly shown: readonly string[]
}

export interface ActionProps {
  readonly action: Action
  readonly scope: Scope
  /** Of the page. */
  readonly title: string
  /** Absent where the page shows none. */
  readonly item?: Item
  /** The picture of the item, for buttons that show it elsewhere. */
  readonly picture?: ItemPicture | undefined
  /** Absent beside anything but a list. */
  readonly list?: ListedNow
  /** After a transition: reads the item anew, unless it is gone. */
  readonly onChanged?: (done?: Action) => void
  /** Takes what the server answered, instead of a word that it is done; `input` are the answers of the dialog. */
  readonly onAnswer?: (answer: unknown, action: Action, input?: object) => void
}

export type ActionComponent = ComponentType<ActionProps>
