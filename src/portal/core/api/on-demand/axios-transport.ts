// Carries by axios what sends something, with progress, and files.
import axios from 'axios'
import { noAnswer, TIMEOUT, type Transport } from '#portal/core/api/transport.ts'

export const axiosClient = axios.create({ timeout: TIMEOUT, validateStatus: () => true })
axiosClient.interceptors.response.use(undefined, ({ code }: { readonly code?: string }) =>
  Promise.reject(noAnswer(code)),
)

export const axiosTransport: Transport = (call) => axiosClient.request(call)
