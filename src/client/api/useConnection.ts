import { useSyncExternalStore } from 'react'
import { connection, onConnectionChange } from '#transport/connection'

export const useConnection = () => useSyncExternalStore(onConnectionChange, connection)
