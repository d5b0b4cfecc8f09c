package hotel.rooms;

interface Task {
    String title();

    int minutes();
}

class Cleaning implements Task {
    public String title() { return "cleaning"; }
}

class Rota {
    Room room() {
        return new Room(101);
    }
}
