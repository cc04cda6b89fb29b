// Draws the choice between two drafts after another window saved one; until then neither is overwritten.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { toast } from '#portal/core/state/toast.ts'
import { toStoredDraft } from './draft-store.ts'
import { draftData, type RestoredDraft, restoreDraft } from './restore-draft.ts'
import type { DraftExtras, DraftKeeper } from './use-draft.ts'
import { VersionChoice } from './version-choice.tsx'

interface Props {
  readonly store: FormStore
  readonly keeper: DraftKeeper
  /** After the other's was taken: what it holds beside what the form asks. */
  readonly onTake: (taken: RestoredDraft, extras: DraftExtras) => void
}

const TEXTS = {
  title: '草稿已在另一个窗口修改',
  text: '您填写期间，草稿在另一个窗口或另一台设备上保存过。两份内容均已保留，请对比后选择；选择之前暂停自动保存。',
  mine: '当前窗口填写的',
  newer: '另一个窗口保存的',
  keep: '保留当前窗口填写的',
  take: '改用另一个窗口保存的',
}

export function DraftChoice(props: Props) {
  return props.keeper.newer ? <Choice {...props} newer={props.keeper.newer} /> : null
}

function Choice({ store, keeper, onTake, newer }: Props & { newer: NonNullable<DraftKeeper['newer']> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { showRequests } = keeper
  const taken = useMemo(() => restoreDraft(store.form, newer), [store.form, newer])
  const [mine, setMine] = useState(() => draftData(store.form, store.data()))
  useEffect(() => store.onChange(() => setMine(draftData(store.form, store.data()))), [store])
  // The focus stays, so that a user who is typing can go on; the message announces the choice.
  useEffect(() => toast.error(`${TEXTS.title}，请选择保留哪一份`), [])
  useEffect(() => {
    if (showRequests === 0) return
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'center' })
  }, [showRequests])
  return (
    <VersionChoice
      form={store.form}
      mine={mine}
      newer={taken.data}
      words={TEXTS}
      heading={heading}
      onKeep={keeper.keep}
      onTake={() => {
        const extras = { unasked: taken.unasked, outline: toStoredDraft(newer).outline ?? {} }
        store.replace(taken.data)
        keeper.take()
        onTake(taken, extras)
      }}
    />
  )
}
