// Hands the answers of a form to the frame that previews them: both are of one tab.

import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'
import { PREVIEW_OF_FORM, PREVIEW_PARAMETER } from '#shared/calls/preview-calls.ts'

const NAME = 'form-preview'

type Values = Readonly<Record<string, unknown>>

/** Returns false if the browser has no room for it. */
export const storeFormPreview = (item: Values): boolean => storeJson('session', NAME, item)

export const readFormPreview = (): Values | null =>
  readStored<Values | null>(
    'session',
    NAME,
    (stored) => (stored !== null && typeof stored === 'object' ? (stored as Values) : null),
    null,
  )

/** The address at which the page of an item, named up to the id, shows the answers of the form that was stored last. */
export const formPreviewSource = (address: string): string =>
  `${location.pathname}#${address}&${PREVIEW_PARAMETER}=${PREVIEW_OF_FORM}`
