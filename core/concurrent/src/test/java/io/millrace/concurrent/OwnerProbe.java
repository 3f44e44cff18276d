package io.millrace.concurrent;

/** Uses one object with two threads, and prints whether the second one was refused and how often it was released. */
final class OwnerProbe {

    private OwnerProbe() {}

    public static void main(String[] args) throws InterruptedException {
        int[] releases = new int[1];
        ThreadOwner owner = new ThreadOwner("Thing", "there", OwnerCheck.ON, () -> releases[0]++);
        owner.check();
        String[] second = {"accepted"};
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                owner.checkPreparation();
                owner.check();
            } catch (WrongThreadException e) {
                second[0] = "refused";
            }
        });
        other.join();
        owner.close();
        System.out.print(second[0] + " releases=" + releases[0]);
    }
}
