// Draws the question before a version is restored, with the reason.
import { useId } from 'react'
import { post } from '#portal/core/api/client.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { MutationDialog } from '#portal/widgets/dialogs/mutation-dialog.tsx'
import { type VersionEntry, versionAddress } from '#shared/calls/version-calls.ts'

interface RestoreProps {
  readonly itemId: string
  readonly version: VersionEntry | null
  /** Of the newest save that the list has shown. */
  readonly revision: number
  readonly onClose: () => void
}

/** The pressed version stays in the title while the dialog closes. */
export function RestoreDialog({ itemId, version, revision, onClose }: RestoreProps) {
  const id = useId()
  const number = version?.number ?? 0
  return (
    <MutationDialog
      open={version !== null}
      title={`恢复版本 ${number}`}
      label="恢复此版本"
      done={`已提交恢复版本 ${number}`}
      mutate={(fields, headers) => {
        const reason = String(fields.get('reason') ?? '').trim()
        const body = { id: itemId, number, revision, ...(reason ? { reason } : {}) }
        return post(versionAddress('restore'), body, {}, { headers })
      }}
      onClose={onClose}
      onDone={revalidateAll}
    >
      <p>
        内容将改回版本 {number} 时的样子，作为一次新的修改保存，现有的版本都保留。
        与您本人修改内容一样：需要审核的，审核通过后生效；无需审核的，立即生效。
      </p>
      <div className="eq-native-field">
        <label htmlFor={id}>恢复的原因（可不填）</label>
        <textarea id={id} name="reason" className="eq-input" rows={2} maxLength={200} />
      </div>
    </MutationDialog>
  )
}
