// Draws the choice after another user changed the item meanwhile; typed answers stay until it is made.
import { useEffect, useRef } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import { VersionChoice } from './version-choice.tsx'

interface Props {
  readonly store: FormStore
  readonly newer: FormData
  /** Submits the typed answers, over the newer version. */
  readonly onKeep: () => void
  /** Show the newer version instead of what was typed. */
  readonly onTake: () => void
}

const TEXTS = {
  title: '内容已有更新的版本',
  text: '您填写期间，他人或您的另一个窗口保存过该内容。您填写的内容仍保留在下方，请对比后选择。',
  mine: '您填写的',
  newer: '最新版本',
  keep: '保留我的内容，再次提交',
  take: '改用最新版本',
}

export function StaleChoice({ store, newer, onKeep, onTake }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <VersionChoice
      form={store.form}
      mine={store.body()}
      newer={newer}
      words={TEXTS}
      heading={heading}
      onKeep={onKeep}
      onTake={onTake}
    />
  )
}
