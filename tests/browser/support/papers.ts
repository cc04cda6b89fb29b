// Provides papers to upload in a form: small files of the kinds that portals take.
import type { Locator } from 'playwright-core'
import type { Field } from '#shared/model/content-model.ts'
import { PDF, PNG } from '../../support/real-files.ts'

/** Chooses as many files as are wanted and waits until each has arrived. */
export async function attach(control: Locator, field: Field, count: number): Promise<void> {
  const chooser = control.locator('input[type=file]')
  const isPdf = (await chooser.getAttribute('accept'))?.includes('.pdf') ?? false
  const kind = isPdf
    ? { ending: 'pdf', mimeType: 'application/pdf', buffer: PDF }
    : { ending: 'png', mimeType: 'image/png', buffer: PNG }
  for (let index = 1; index <= count; index += 1) {
    const { ending, mimeType, buffer } = kind
    await chooser.setInputFiles({ name: `${field.title}${index}.${ending}`, mimeType, buffer })
    await control.getByRole('button', { name: `移除${field.title}第 ${index} 份` }).waitFor()
  }
}
