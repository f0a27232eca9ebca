declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: {
    url: string
    method: 'POST'
    headers: Record<string, string>
    body: string
    connections: number
    duration: number
    maxOverallRequests: number
  }): Promise<Result>
}
