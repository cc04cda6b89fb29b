// Lists what the check says of a draft; each line of the file that is open leads to its place in the form.
import {
  type ConfigurationFile,
  type Finding,
  type Mend,
  partsOf,
} from '#shared/calls/configuration-answers.ts'
import type { Json } from '#shared/model/json.ts'
import { placeId } from './file-context.ts'

interface FindingsProps {
  readonly findings: readonly Finding[]
  readonly file: ConfigurationFile
  readonly value: Json
  readonly onOpen: () => void
  /** Undefined while the mends may be of an earlier text. */
  readonly onMend: ((mend: Mend) => void) | undefined
}

/** Writes what the check suggests. */
export function MendButton({ mend, onMend }: { readonly mend: Mend; readonly onMend: (mend: Mend) => void }) {
  return (
    <button type="button" className="eq-link-button eq-mend" onClick={() => onMend(mend)}>
      改为“{mend.label}”
    </button>
  )
}

/** What the check says of the draft; each line of this file leads to its place in the form. */
export function Findings({ findings, file, value, onOpen, onMend }: FindingsProps) {
  if (findings.length === 0) return null
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const go = (finding: Finding) => {
    onOpen()
    setTimeout(() => void showPlace(partsOf(finding.pointer, value)))
  }
  return (
    <section className="eq-file-findings" aria-label="检查结果" data-errors={errors > 0 || undefined}>
      <p role="status">
        {errors > 0 ? `有 ${errors} 处错误，改正后才能发布` : `有 ${findings.length} 处提醒，不影响发布`}
      </p>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.path}${finding.pointer}${finding.code}${finding.message}`}>
            {finding.id === file.id ? (
              <>
                <button type="button" className="eq-link-button" onClick={() => go(finding)}>
                  {finding.message}
                </button>
                {finding.mend && onMend ? <MendButton mend={finding.mend} onMend={onMend} /> : null}
              </>
            ) : (
              <>
                {finding.message}
                <span className="eq-muted">（{finding.path}）</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Unfolds what holds the place, and focuses it or the nearest place around it that the form shows. */
async function showPlace(path: readonly (string | number)[]): Promise<void> {
  for (let depth = 1; depth <= path.length; depth++) {
    const head = document.getElementById(`${placeId(path.slice(0, depth))}-head`)
    if (head?.getAttribute('aria-expanded') !== 'false') continue
    head.click()
    // What it holds is drawn first: an entry inside has a head of its own.
    await new Promise((resolve) => setTimeout(resolve))
  }
  for (let depth = path.length; depth > 0; depth--) {
    const id = placeId(path.slice(0, depth))
    const found = document.getElementById(id) ?? document.getElementById(`${id}-head`)
    if (!found) continue
    for (let group = found.closest('details'); group; group = group.parentElement?.closest('details') ?? null)
      group.open = true
    found.scrollIntoView({ block: 'center' })
    found.focus()
    return
  }
}
