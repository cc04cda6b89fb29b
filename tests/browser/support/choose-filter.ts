// Chooses in a row of a list's filters as a reader does: what lies beyond its first line is unfolded first.
import type { Locator } from 'playwright-core'

/** `filters` holds the rows; `name` is how the choice begins. */
export async function chooseFilter(filters: Locator, name: string): Promise<void> {
  const choice = filters.locator('.eq-choices > button', { hasText: new RegExp(`^${name}`) })
  await choice.waitFor({ state: 'attached' })
  if (!(await choice.isVisible())) await choice.locator('..').locator('.eq-choices-more').click()
  await choice.click()
}
