// Provides what an operator does from outside the browser: signing in and deciding about applications.
import { expect } from 'vitest'
import { ERRORS } from '#shared/calls/errors.ts'
import { DEMO_PASSWORD } from './start-portal.ts'

/**
 * A call of the portal's interface; resolves with the answer's data, and confirms what it is warned of. `from`: an
 * address elsewhere, which a portal believes that trusts proxies here.
 */
export async function callPortal<T>(
  url: string,
  path: string,
  token = '',
  body?: object,
  from?: string,
): Promise<T> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const forwarded = from ? { 'x-forwarded-for': from } : {}
  const headers = { token, 'content-type': 'application/json', ...forwarded }
  const call = async (more: object = {}) => {
    const answer = await fetch(`${url}/newapi${path}`, { ...sent, headers: { ...headers, ...more } })
    return (await answer.json()) as { code: number; msg: string; data: T }
  }
  let { code, msg, data } = await call()
  if (code === ERRORS.CHECK_WARNINGS.code) {
    const { warnings } = data as { readonly warnings: string }
    ;({ code, msg, data } = await call({ 'confirmed-warnings': warnings }))
  }
  if (code !== 0) throw new Error(`${path}: ${msg}`)
  return data
}

export async function signInBehind(url: string, userName: string, password = DEMO_PASSWORD): Promise<string> {
  const { token } = await callPortal<{ token: string }>(url, '/api/login', '', { userName, password })
  return token
}

/** Finds the application by its number and lets its applicant in. */
export async function approve(url: string, operator: string, receiptNo: string): Promise<void> {
  const path = `/operator/application/list?keyWord=${receiptNo}`
  const { list } = await callPortal<{ list: { id: string; receiptNo: string }[] }>(url, path, operator)
  expect(list.map((application) => application.receiptNo)).toEqual([receiptNo])
  await callPortal(url, '/operator/application/approve', operator, { id: list[0]?.id })
}
