// Provides the common parts of dialogs with one action: typed words that outlive the session, and the two buttons.
import { type RefObject, useRef } from 'react'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { Button } from '#portal/ui/button.tsx'

const CHOICES: ReadonlySet<string> = new Set(['radio', 'checkbox'])

function readTypedText(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value.trim()
  if (!(field instanceof HTMLInputElement)) return ''
  if (CHOICES.has(field.type)) return field.checked ? (field.labels?.[0]?.textContent ?? '').trim() : ''
  return field.type === 'text' ? field.value.trim() : ''
}

/** The answer belongs to the form, whose words outlive the end of a session. */
export function useTypedForm(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useUnsavedInput(() =>
    [...(form.current?.elements ?? [])]
      .map(readTypedText)
      .filter((words) => words !== '')
      .join('\n'),
  )
  return form
}

interface FootProps {
  readonly problem: string
  readonly isBusy: boolean
  readonly label: string
  readonly isDanger?: boolean
  /** Takes the focus when the dialog opens. */
  readonly isFirst?: boolean
  readonly onClose: () => void
}

export function MutationDialogFooter({
  problem,
  isBusy,
  label,
  isDanger = false,
  isFirst,
  onClose,
}: FootProps) {
  return (
    <>
      {problem ? (
        <p className="eq-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="eq-actions eq-actions-end">
        <Button onClick={onClose}>取消</Button>
        <Button
          type="submit"
          look={isDanger ? 'danger' : 'primary'}
          busy={isBusy}
          data-first={isFirst || undefined}
        >
          {label}
        </Button>
      </div>
    </>
  )
}
