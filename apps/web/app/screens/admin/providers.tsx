export const ProvidersTab = () => null;
