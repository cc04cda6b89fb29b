// Draws the agreement of a form, unticked until the user ticks it; each page that it names opens separately.

import { Fragment } from 'react'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { type AgreedPage, type Agreement, agreedPages } from '#shared/forms/agreement.ts'

interface Props {
  readonly agreement: Agreement
  readonly isGiven: boolean
  readonly onChange: (isGiven: boolean) => void
}

function Title({ page, title, version }: AgreedPage) {
  const path = pageById(page)?.path
  return (
    <>
      {path ? (
        <a href={`#${path}`} target="_blank" rel="noopener noreferrer">
          《{title}》
        </a>
      ) : (
        `《${title}》`
      )}
      <small>（版本 {version}）</small>
    </>
  )
}

export function Consent({ agreement, isGiven, onChange }: Props) {
  return (
    <label className="eq-option eq-consent">
      <input type="checkbox" checked={isGiven} onChange={(event) => onChange(event.target.checked)} />
      <span>
        我已阅读并同意
        {agreedPages(agreement).map((page, index) => (
          <Fragment key={page.page}>
            {index > 0 ? '和' : null}
            <Title {...page} />
          </Fragment>
        ))}
      </span>
    </label>
  )
}
