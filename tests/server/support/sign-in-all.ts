// Provides the people of a test: a session for each, and the calls they make by name.
import type { Role } from '#shared/access/roles.ts'
import type { Answer, TestApp } from './test-app.ts'

/** Tokens by account, which is named as the person is. */
export async function signInAll<Name extends string>(
  app: TestApp,
  roles: Readonly<Record<Name, Role>>,
): Promise<Record<Name, string>> {
  const tokens: Partial<Record<Name, string>> = {}
  for (const [name, role] of Object.entries(roles) as [Name, Role][])
    tokens[name] = await app.signIn(name, role)
  return tokens as Record<Name, string> // one for each of the roles
}

export interface Calls<Who extends string> {
  get<T>(who: Who, url: string): Promise<Answer<T>>
  post<T>(who: Who, url: string, body: unknown): Promise<Answer<T>>
}

/** Addresses without /newapi; whoever has no token is a visitor. */
export function callsOf<Who extends string>(
  app: () => TestApp,
  tokens: Readonly<Partial<Record<Who, string>>>,
): Calls<Who> {
  return {
    get: (who, url) => app().get(`/newapi${url}`, { token: tokens[who] }),
    post: (who, url, body) => app().post(`/newapi${url}`, body, { token: tokens[who] }),
  }
}
