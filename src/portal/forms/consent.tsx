// Owns the agreement of a form, unticked until the person ticks it.

import type { FormModel } from '../../shared/content-model.ts'
import { pageById } from '../api/manifest.ts'

interface Props {
  readonly agreement: NonNullable<FormModel['agreement']>
  readonly isGiven: boolean
  readonly onChange: (isGiven: boolean) => void
}

export function Consent({ agreement, isGiven, onChange }: Props) {
  const path = pageById(agreement.page)?.path
  return (
    <label className="eq-option eq-consent">
      <input type="checkbox" checked={isGiven} onChange={(event) => onChange(event.target.checked)} />
      <span>
        我已阅读并同意
        {path ? (
          <a href={`#${path}`} target="_blank" rel="noopener noreferrer">
            《{agreement.title}》
          </a>
        ) : (
          `《${agreement.title}》`
        )}
        <small>（版本 {agreement.version}）</small>
      </span>
    </label>
  )
}
