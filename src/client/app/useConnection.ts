import { useSyncExternalStore } from 'react'
import { connection, onConnectionChange } from '#data/connection'

export const useConnection = () => useSyncExternalStore(onConnectionChange, connection)
